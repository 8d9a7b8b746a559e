package dice

import "slices"

// The words that the rules fix and the sheet uses. Everything else (spaces, costs, effects, faces,
// cities, bonuses) is read from the sheet.

// Building is a building of the sheet, or the warehouse beside the city.
type Building uint8

// The buildings; from Wonder on they belong to the city and are the rows of the score sheet.
const (
	Warehouse Building = iota
	Wonder
	BarracksWest
	BarracksEast
	Agora
	Market
	University
	Guild
	StatuePark
	numBuildings
)

// buildingIDs are in the order of the constants.
var buildingIDs = [numBuildings]string{
	"warehouse", "wonder", "barracks_west", "barracks_east", "agora", "market", "university", "guild", "statue_park",
}

func (b Building) String() string { return buildingIDs[b] }

// categories are the columns of the score sheet: one for each building of the city, in the order of the buildings.
var categories = buildingIDs[Wonder:]

// Colour is the colour of a die.
type Colour uint8

// The colours.
const (
	Grey Colour = iota
	Blue
	Green
	Red
	Yellow
	White
	Black
	Purple
	numColours
)

var colourIDs = [numColours]string{"grey", "blue", "green", "red", "yellow", "white", "black", "purple"}

func (c Colour) String() string { return colourIDs[c] }

// buildingColours are the colours that buildings are printed in: those of the dice that mark them, and
// one of its own for the wonder.
var buildingColours = append(colourIDs[:], "wonder")

// The sides of a city: west barracks face the left neighbour, east barracks the right one.
const (
	west = iota
	east
	numSides
)

var sideIDs = [numSides]string{"west", "east"}

// resourceIDs are the six resources of the warehouse.
var resourceIDs = []string{"wood", "stone", "clay", "glass", "papyrus", "textile"}

// indexOf returns the place of an id in a list, or -1.
func indexOf(list []string, id string) int { return slices.Index(list, id) }
