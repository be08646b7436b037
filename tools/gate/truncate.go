package gate

import (
	"context"
	"fmt"

	"beestown/tools"
	"beestown/tools/text"
)

// maxImages bounds the pictures of one result.
const maxImages = 8

// truncate cuts the text that the model reads to its beginning and end, and says what is missing.
func truncate(o Options) tools.Middleware {
	return func(next tools.Handler) tools.Handler {
		return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			result, err := next(ctx, req)
			limit := o.MaxText
			if own, ok := o.MaxTextOf[req.Name]; ok {
				limit = own
			}
			result.Text = headAndTail(result.Text, limit)
			if result.Err != nil && len(result.Err.Message) > limit {
				cut := *result.Err
				cut.Message = headAndTail(cut.Message, limit)
				result.Err = &cut
			}
			if n := len(result.Images); n > maxImages {
				result.Images = result.Images[:maxImages]
				result.Note = joinNotes(result.Note, fmt.Sprintf("only the first %d of %d images are shown", maxImages, n))
			}
			return result, err
		}
	}
}

func headAndTail(s string, limit int) string {
	short, _ := text.Truncate(s, limit, func(omitted int) string {
		return fmt.Sprintf("[... %d of %d bytes left out; ask for a smaller part ...]", omitted, len(s))
	})
	return short
}
