package arena

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Measures of the drawing, in pixels.
const (
	plotWidth, plotHeight                    = 720, 400
	plotLeft, plotRight, plotTop, plotBottom = 64, 24, 48, 56
)

// Plot draws ratings as a curve with error bars, in the order of the list, as an SVG that is readable on
// light and dark pages.
func Plot(w io.Writer, title string, list []Rating) error {
	low, high := 0.0, 0.0
	for _, r := range list {
		low, high = min(low, r.CI95[0]), max(high, r.CI95[1])
	}
	step := niceStep(high - low)
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	if high == low {
		high = low + step
	}
	x := func(i int) float64 {
		return plotLeft + (float64(i)+0.5)*float64(plotWidth-plotLeft-plotRight)/float64(len(list))
	}
	y := func(elo float64) float64 {
		return plotHeight - plotBottom - (elo-low)/(high-low)*float64(plotHeight-plotTop-plotBottom)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="13" fill="#777">`+"\n", plotWidth, plotHeight, plotWidth, plotHeight)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(title))
	fmt.Fprintf(&b, `<text x="%d" y="26" font-size="16" font-weight="bold">%s</text>`+"\n", plotLeft, escape(title))
	for v := low; v <= high+step/2; v += step {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#8884"/><text x="%d" y="%.1f" text-anchor="end">%.0f</text>`+"\n", plotLeft, y(v), plotWidth-plotRight, plotLeft-8, y(v)+4, v)
	}
	var line []string
	for i, r := range list {
		line = append(line, fmt.Sprintf("%.1f,%.1f", x(i), y(r.Elo)))
	}
	fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="#c8862b" stroke-width="2"/>`+"\n", strings.Join(line, " "))
	for i, r := range list {
		fmt.Fprintf(&b, `<path d="M%.1f %.1fV%.1fm-5 0h10m-10 %.1fh10" stroke="#c8862b" stroke-width="1.5" fill="none"/>`, x(i), y(r.CI95[0]), y(r.CI95[1]), y(r.CI95[0])-y(r.CI95[1]))
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="4" fill="#c8862b"/>`, x(i), y(r.Elo))
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x(i), plotHeight-plotBottom+22, escape(r.Name))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">Elo above %s, with 95%% intervals</text>`+"\n</svg>\n", plotWidth/2, plotHeight-12, escape(list[0].Name))
	_, err := io.WriteString(w, b.String())
	return err
}

// niceStep returns a round distance of grid lines that gives four to ten of them.
func niceStep(span float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(span, 1))))
	switch n := span / step; {
	case n < 2:
		return step / 5
	case n < 5:
		return step / 2
	}
	return step
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
