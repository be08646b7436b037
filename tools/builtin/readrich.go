package builtin

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/gif" // Read shows these kinds of image
	_ "image/jpeg"
	"image/png"
	"strings"

	"github.com/ledongthuc/pdf"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"beestown/tools"
	"beestown/tools/workspace"
)

// Limits of images: the longer side in pixels, and the size in bytes that is sent as it is.
const (
	imageSide  = 1568
	imageBytes = 1 << 20
)

type richRead func(ctx context.Context, c *readCall, p workspace.Path) (tools.Result, error)

// richKinds are the files that are not read as lines of text, by extension.
var richKinds = map[string]richRead{
	".png": readImage, ".jpg": readImage, ".jpeg": readImage, ".gif": readImage, ".webp": readImage,
	".pdf": readPDF, ".ipynb": readNotebook,
}

func readImage(_ context.Context, c *readCall, p workspace.Path) (tools.Result, error) {
	content, err := c.f.Workspace.ReadFile(p, 0, 0)
	if err != nil {
		return tools.Result{}, fileError("Failed to read file: ", err)
	}
	cfg, kind, err := image.DecodeConfig(bytes.NewReader(content.Data))
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to read file: %s is no image that can be read: %w", p.Name, err)
	}
	if cfg.Width*cfg.Height > 100_000_000 {
		return tools.Result{}, tools.Errorf(tools.CodeFileTooLarge, "Failed to read file: %s has %d x %d pixels; make it smaller first", p.Name, cfg.Width, cfg.Height)
	}
	data, mime := content.Data, "image/"+kind
	if max(cfg.Width, cfg.Height) > imageSide || len(data) > imageBytes {
		if data, err = shrink(data); err != nil {
			return tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to read file: %s: %w", p.Name, err)
		}
		mime = "image/png"
	}
	text := fmt.Sprintf("%s: %s image, %d x %d pixels, %d bytes", p.Name, kind, cfg.Width, cfg.Height, content.Size)
	return tools.Result{
		Text: text, Images: []tools.Picture{{MIME: mime, Data: data}},
		Data: ReadData{Path: p.Name, Size: content.Size, Encoding: mime},
		View: tools.View{Subject: p.Name, Summary: fmt.Sprintf("(%d x %d)", cfg.Width, cfg.Height),
			Body: tools.Image{Path: p.Name, MIME: mime, Width: cfg.Width, Height: cfg.Height, Bytes: len(data)}},
	}, nil
}

// shrink scales an image down to imageSide and encodes it again.
func shrink(data []byte) ([]byte, error) {
	src, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	if side := max(w, h); side > imageSide {
		w, h = max(1, w*imageSide/side), max(1, h*imageSide/side)
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.ApproxBiLinear.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	if err := png.Encode(&out, dst); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// readPDF shows the text of a PDF file, page by page. The library panics on some broken files.
func readPDF(ctx context.Context, c *readCall, p workspace.Path) (res tools.Result, err error) {
	content, err := c.f.Workspace.ReadFile(p, 0, 0)
	if err != nil {
		return tools.Result{}, fileError("Failed to read file: ", err)
	}
	defer func() {
		if r := recover(); r != nil {
			res, err = tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to read file: %s is damaged (%v); try Bash: pdftotext %s -", p.Name, r, p.Name)
		}
	}()
	doc, err := pdf.NewReader(bytes.NewReader(content.Data), content.Size)
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to read file: %s: %w", p.Name, err)
	}
	var text bytes.Buffer
	for n := 1; n <= doc.NumPage() && ctx.Err() == nil && text.Len() < c.f.maxBytes(); n++ {
		page, err := doc.Page(n).GetPlainText(nil)
		if err != nil {
			page = "(no text: " + err.Error() + ")"
		}
		fmt.Fprintf(&text, "[page %d of %d]\n%s\n", n, doc.NumPage(), strings.TrimSpace(page))
	}
	if ctx.Err() != nil {
		return tools.Result{}, ctx.Err()
	}
	return c.asLines(p, content.Size, text.Bytes(), "application/pdf"), nil
}

// asLines pages through text that was made from a file; it is no base for an Edit.
func (c *readCall) asLines(p workspace.Path, size int64, text []byte, encoding string) tools.Result {
	pg := c.f.newPage(max(c.in.Offset, 1), c.in.Limit)
	for line := range bytes.Lines(text) {
		pg.add(line, 0)
	}
	return pg.result(p.Name, size, encoding)
}
