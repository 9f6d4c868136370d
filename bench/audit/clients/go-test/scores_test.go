package scores

import (
	"context"
	"errors"
	"os"
	"testing"
)

var parties = []string{
	"party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74",
	"party::00000000000000000000000000000000::12200000000000000000000000000000000000000000000000000000000000000000",
}

func TestScores(t *testing.T) {
	env := func(name string) string { return os.Getenv("ID_EMULATOR_" + name) }
	client := &Client{API: env("API_URL"), TokenURL: env("TOKEN_URL"), ID: env("CLIENT_ID"), Secret: env("CLIENT_SECRET")}
	ctx := context.Background()

	t.Run("of one party", func(t *testing.T) {
		score, err := client.One(ctx, parties[0])
		if err != nil {
			t.Fatal(err)
		}
		if score.HumanScore.Total <= 0 || score.HumanScore.Level == "" {
			t.Errorf("a score without a total or a level: %+v", score)
		}
	})
	t.Run("of an unknown party", func(t *testing.T) {
		if _, err := client.One(ctx, parties[1]); !errors.Is(err, ErrUnknown) {
			t.Errorf("want ErrUnknown, have %v", err)
		}
	})
	t.Run("of a list", func(t *testing.T) {
		scores, err := client.Many(ctx, parties)
		if err != nil {
			t.Fatal(err)
		}
		if len(scores) != 1 {
			t.Errorf("want one score, have %d", len(scores))
		}
	})
}
