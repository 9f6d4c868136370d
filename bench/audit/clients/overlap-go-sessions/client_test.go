package sessions

import (
	"context"
	"strings"
	"sync"
	"testing"
)

const (
	alice = "party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74"
	ben   = "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128"
)

// together reads the credentials of these parties at once.
func together(t *testing.T, client *Client, parties ...string) [][]Credential {
	t.Helper()
	found := make([][]Credential, len(parties))
	var wait sync.WaitGroup
	for index, party := range parties {
		index, party := index, party
		wait.Add(1)
		go func() {
			defer wait.Done()
			credentials, err := client.Credentials(context.Background(), party)
			if err != nil {
				t.Errorf("credentials: %v", err)
			}
			found[index] = credentials
		}()
	}
	wait.Wait()
	return found
}

func TestReadsSeveralPartiesAtOnce(t *testing.T) {
	client := New()
	if _, err := client.Credentials(context.Background(), ben); err != nil {
		t.Fatal(err)
	}
	found := together(t, client, alice, ben)
	if len(found[0]) < 6 || len(found[1]) < 1 {
		t.Errorf("found %d and %d credentials", len(found[0]), len(found[1]))
	}
	// The page is shown again.
	together(t, client, alice, ben)
}

func TestMakesALink(t *testing.T) {
	client := New()
	found, err := client.Credentials(context.Background(), ben)
	if err != nil {
		t.Fatal(err)
	}
	link, err := client.Link(context.Background(), found[0].ContractID)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(link, "/verify/") {
		t.Errorf("link %q", link)
	}
}
