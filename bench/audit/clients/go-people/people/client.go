// Package people looks up people and their credentials.
package people

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"example.org/people/oauth"
)

// Client of the identity service. Safe for concurrent use.
type Client struct {
	base   string
	http   *http.Client
	tokens *oauth.Source
}

// Person is what a look-up finds.
type Person struct {
	PartyID  string `json:"partyId"`
	Username string `json:"username"`
}

// Metadata of a credential.
type Metadata struct {
	Email *string `json:"email"`
}

// Credential of a party.
type Credential struct {
	ContractID string    `json:"contractId"`
	Provider   string    `json:"provider"`
	Metadata   *Metadata `json:"metadata"`
}

// New makes a client.
func New(base, tokenURL, id, secret string) *Client {
	client := &http.Client{Timeout: 2500 * time.Millisecond}
	c := &Client{base: base, http: client}
	c.tokens = &oauth.Source{URL: tokenURL, ClientID: id, ClientSecret: secret, HTTP: client, Retry: func(ctx context.Context, send func() (*http.Response, []byte, error)) ([]byte, int, error) {
		return retry(ctx, true, send)
	}}
	return c
}

func told(response *http.Response) time.Duration {
	header := response.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(header); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil && time.Until(date) > 0 {
		return time.Until(date)
	}
	return 0
}

func (c *Client) read(request *http.Request) (*http.Response, []byte, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode == 200 && !json.Valid(body) {
		err = fmt.Errorf("the answer is no JSON")
	}
	return response, body, err
}

// retry sends again what may be sent again, with growing pauses. A write is repeated only after 429.
func retry(ctx context.Context, repeat bool, send func() (*http.Response, []byte, error)) ([]byte, int, error) {
	for attempt := 0; ; attempt++ {
		pause := 200 * time.Millisecond << attempt
		response, body, err := send()
		if err != nil {
			if !repeat || attempt == 3 {
				return nil, 0, err
			}
		} else {
			again := response.StatusCode == 429 || (repeat && response.StatusCode >= 500)
			if !again || attempt == 3 || told(response) > 20*time.Second {
				return body, response.StatusCode, nil
			}
			pause += told(response)
		}
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (c *Client) call(ctx context.Context, method, path string, body, out interface{}) error {
	var payload []byte
	if body != nil {
		payload, _ = json.Marshal(body)
	}
	refused := ""
	for {
		token, err := c.tokens.Token(ctx, refused, c.read)
		if err != nil {
			return err
		}
		answer, status, err := retry(ctx, method == "GET", func() (*http.Response, []byte, error) {
			request, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(payload))
			if err != nil {
				return nil, nil, err
			}
			request.Header.Set("Authorization", "Bearer "+token)
			if body != nil {
				request.Header.Set("Content-Type", "application/json")
			}
			return c.read(request)
		})
		if err != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		if status == 401 && refused == "" {
			refused = token
			continue
		}
		if status == 401 {
			c.tokens.Drop(token)
		}
		if status < 200 || status > 299 {
			return fmt.Errorf("%s %s: status %d", method, path, status)
		}
		if out == nil {
			return nil
		}
		if err := json.Unmarshal(answer, out); err != nil {
			return fmt.Errorf("%s %s: unexpected answer", method, path)
		}
		return nil
	}
}

// Find looks a person up by e-mail address or user name.
func (c *Client) Find(ctx context.Context, query string) ([]Person, error) {
	var answer struct {
		Credentials *[]Person `json:"credentials"`
	}
	if err := c.call(ctx, "GET", "/institutions/me/credentials/resolve?q="+url.QueryEscape(query), nil, &answer); err != nil {
		return nil, err
	}
	var found []Person
	known := map[string]bool{}
	if answer.Credentials == nil {
		return nil, fmt.Errorf("find: unexpected answer")
	}
	for _, person := range *answer.Credentials {
		if person.PartyID != "" && !known[person.PartyID] {
			known[person.PartyID] = true
			found = append(found, person)
		}
	}
	return found, nil
}

// Addresses returns the e-mail addresses in the credentials of a party.
func (c *Client) Addresses(ctx context.Context, party string) ([]string, error) {
	var answer []Credential
	if err := c.call(ctx, "GET", "/institutions/me/credentials/"+url.PathEscape(party), nil, &answer); err != nil {
		return nil, err
	}
	var addresses []string
	for _, credential := range answer {
		if credential.Metadata != nil && credential.Metadata.Email != nil {
			addresses = append(addresses, strings.ToLower(*credential.Metadata.Email))
		}
	}
	return addresses, nil
}

// Ask requests credentials of a party.
func (c *Client) Ask(ctx context.Context, party string, providers ...string) error {
	return c.call(ctx, "POST", "/institutions/me/credentials/request", map[string]interface{}{"partyId": party, "providers": providers}, nil)
}
