// Package sessions talks to the identity service. Reading and linking have a session, hence an access token, each:
// the gateway of the company accounts for them separately.
package sessions

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"
)

type session struct {
	once  sync.Once
	token string
	err   error
}

// Client is safe for use by several goroutines.
type Client struct {
	http     *http.Client
	mu       sync.Mutex
	sessions map[string]*session
}

func New() *Client {
	return &Client{http: &http.Client{Timeout: 8 * time.Second}, sessions: map[string]*session{}}
}

func (c *Client) login() (string, error) {
	form := url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("ID_EMULATOR_CLIENT_ID")},
		"client_secret": {os.Getenv("ID_EMULATOR_CLIENT_SECRET")},
	}
	response, err := c.http.PostForm(os.Getenv("ID_EMULATOR_TOKEN_URL"), form)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("no token: %s", response.Status)
	}
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	err = json.NewDecoder(response.Body).Decode(&answer)
	return answer.AccessToken, err
}

// open returns the session for a purpose. Who asks first logs in, the others wait for that.
func (c *Client) open(purpose string) (*session, error) {
	c.mu.Lock()
	s, ok := c.sessions[purpose]
	if !ok {
		s = &session{}
		c.sessions[purpose] = s
	}
	c.mu.Unlock()
	s.once.Do(func() { s.token, s.err = c.login() })
	if s.err != nil {
		c.drop(purpose, s)
	}
	return s, s.err
}

func (c *Client) drop(purpose string, s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sessions[purpose] == s {
		delete(c.sessions, purpose)
	}
}

func (c *Client) call(ctx context.Context, purpose, method, path string, body, into any) error {
	var data []byte
	if body != nil {
		data, _ = json.Marshal(body)
	}
	for attempt := 1; ; attempt++ {
		s, err := c.open(purpose)
		if err != nil {
			return err
		}
		request, err := http.NewRequestWithContext(ctx, method, os.Getenv("ID_EMULATOR_API_URL")+path, bytes.NewReader(data))
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+s.token)
		if body != nil {
			request.Header.Set("Content-Type", "application/json")
		}
		response, err := c.http.Do(request)
		if err != nil {
			return err
		}
		if response.StatusCode == http.StatusUnauthorized && attempt == 1 {
			response.Body.Close()
			c.drop(purpose, s)
			continue
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", path, response.Status)
		}
		return json.NewDecoder(response.Body).Decode(into)
	}
}

type Credential struct {
	PartyID    string `json:"partyId"`
	ContractID string `json:"contractId"`
	Provider   string `json:"provider"`
}

// Credentials returns the credentials of a party.
func (c *Client) Credentials(ctx context.Context, party string) (found []Credential, err error) {
	return found, c.call(ctx, "read", http.MethodGet, "/institutions/me/credentials/"+url.PathEscape(party), nil, &found)
}

// Link returns a link at which anybody can verify a credential.
func (c *Client) Link(ctx context.Context, contract string) (string, error) {
	var answer struct {
		VerificationURL string `json:"verificationUrl"`
	}
	err := c.call(ctx, "link", http.MethodPost, "/verification/generate-link", map[string]string{"contractId": contract}, &answer)
	return answer.VerificationURL, err
}
