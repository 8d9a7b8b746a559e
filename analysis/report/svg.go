package report

import (
	"fmt"
	"html"
	"io"
	"strings"

	"mirabilia/analysis"
	"mirabilia/game/record"
	"mirabilia/locales"
)

// Measures of the drawing, in pixels.
const (
	width, height            = 960, 420
	left, right, top, bottom = 48, 150, 44, 40
)

// hues of the seats, readable on light and dark pages.
var hues = [...]string{"#c8862b", "#2f7fb5", "#a8433f", "#3f8f4f", "#7b5ea7", "#4d8f8b", "#8a6a4f"}

// SVG draws each seat's chance over the game, with a dot at each mistake and blunder. A curve that is only sketched is dashed.
func SVG(w io.Writer, lang string, rec *record.Record, a *analysis.Analysis) error {
	at, chances := a.Curve()
	if len(at) == 0 {
		return nil
	}
	last := max(1, len(rec.Steps))
	x := func(t int) float64 { return left + float64(t)*float64(width-left-right)/float64(last) }
	y := func(c analysis.Chance) float64 { return top + (100-c.Points())*float64(height-top-bottom)/100 }
	title := html.EscapeString(locales.Text(lang, "analysis.chance", nil) + ": " + strings.Join(rec.Names, " – "))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="13" fill="#777">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<text x=\"%d\" y=\"24\" font-size=\"16\" font-weight=\"bold\">%s</text>\n", title, left, title)
	for p := analysis.Chance(0); p <= analysis.Sure; p += analysis.Sure / 4 {
		dash := ""
		if p == analysis.Sure/2 {
			dash = ` stroke-dasharray="4 4"`
		}
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#8886"%s/><text x="%d" y="%.1f" text-anchor="end">%.0f%%</text>`+"\n", left, y(p), width-right, dash, left-6, y(p)+4, p.Points())
	}
	sketched := ""
	for _, d := range a.Decisions {
		if d.Pass < 2 {
			sketched = ` stroke-dasharray="6 3"`
		}
	}
	for seat := range a.Seats {
		var points []string
		for i, t := range at {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(t), y(chances[i][seat])))
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>`, strings.Join(points, " "), hues[seat], sketched)
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", width-right+10, top+12+20*seat, hues[seat], html.EscapeString(rec.Names[seat]))
	}
	for _, d := range a.Decisions {
		j := analysis.Judge(d.Loss, a.Seats)
		if j < analysis.Mistake {
			continue
		}
		c := d.W[d.Seat]
		for i, t := range at { // on the line that is drawn
			if t <= d.T {
				c = chances[i][d.Seat]
			}
		}
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%d" fill="%s"><title>%d: %s, %.1f</title></circle>`+"\n", x(d.T), y(c), 2+2*int(j-analysis.Mistake+1), hues[d.Seat], d.T+1,
			html.EscapeString(locales.Text(lang, "analysis."+j.String(), nil)), d.Loss.Points())
	}
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>\n</svg>\n", left, height-12, html.EscapeString(locales.Text(lang, "analysis.meaning", nil)))
	_, err := io.WriteString(w, b.String())
	return err
}
