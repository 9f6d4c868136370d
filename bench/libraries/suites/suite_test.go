// What a client of the service does every day. Each library is integrated in the client.go beside this file.
package suite

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

type object = map[string]any

func newClient() *Client {
	return Connect(
		os.Getenv("ID_EMULATOR_API_URL"),
		os.Getenv("ID_EMULATOR_TOKEN_URL"),
		os.Getenv("ID_EMULATOR_CLIENT_ID"),
		os.Getenv("ID_EMULATOR_CLIENT_SECRET"),
	)
}

var client = newClient()

// items reads one page.
func items(client *Client, path string) ([]any, error) {
	page, err := client.Get(path)
	if err != nil {
		return nil, err
	}
	list, isList := page["items"].([]any)
	if !isList {
		return nil, fmt.Errorf("no items in %v", page)
	}
	return list, nil
}

func contracts(t *testing.T, limit int) []object {
	list, err := items(client, fmt.Sprintf("/institutions/me/credentials?limit=%d", limit))
	if err != nil {
		t.Fatal(err)
	}
	requests := []object{}
	for _, item := range list {
		requests = append(requests, object{"contractId": item.(object)["contractId"]})
	}
	return requests
}

func TestReadsUsers(t *testing.T) {
	list, err := items(client, "/institutions/me/users?limit=3")
	if err != nil || len(list) != 3 {
		t.Fatalf("%d items, %v", len(list), err)
	}
}

func TestReadsAllPagesOfScores(t *testing.T) {
	parties := object{}
	total := 1
	for offset := 0; offset < total; offset += 100 {
		page, err := client.Get(fmt.Sprintf("/institutions/me/human-scores?limit=100&offset=%d", offset))
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page["items"].([]any) {
			parties[item.(object)["partyId"].(string)] = true
		}
		total = int(page["pagination"].(object)["total"].(float64))
	}
	if len(parties) != total {
		t.Fatalf("%d of %d", len(parties), total)
	}
}

func TestFindsAPerson(t *testing.T) {
	found, err := client.Get("/institutions/me/credentials/resolve?q=benbrook")
	if err != nil {
		t.Fatal(err)
	}
	if name := found["credentials"].([]any)[0].(object)["username"]; name != "benbrook" {
		t.Fatalf("found %v", name)
	}
}

func TestCreatesALink(t *testing.T) {
	link, err := client.Post("/verification/generate-link", contracts(t, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	if url, _ := link["verificationUrl"].(string); !strings.HasPrefix(url, "http") {
		t.Fatalf("no link in %v", link)
	}
}

func TestCreatesLinksInABatch(t *testing.T) {
	answer, err := client.Post("/verification/generate-links-batch", object{"requests": contracts(t, 3)})
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range answer["results"].([]any) {
		if item.(object)["result"] == nil {
			t.Fatalf("failed: %v", item)
		}
	}
}

func TestReadsFourPagesAtOnceWithANewClient(t *testing.T) {
	fresh := newClient()
	var wait sync.WaitGroup
	for offset := 0; offset < 8; offset += 2 {
		wait.Add(1)
		go func(path string) {
			defer wait.Done()
			list, err := items(fresh, path)
			if err != nil || len(list) != 2 {
				t.Errorf("%d items, %v", len(list), err)
			}
		}(fmt.Sprintf("/institutions/me/users?limit=2&offset=%d", offset))
	}
	wait.Wait()
}
