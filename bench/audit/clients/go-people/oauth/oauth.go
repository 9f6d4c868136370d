// Package oauth keeps an access token of the client-credentials flow.
package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Source hands out an access token, and requests a new one when most of its life is over.
type Source struct {
	URL, ClientID, ClientSecret string
	HTTP                        *http.Client
	// Retry sends a request until its answer is usable.
	Retry func(ctx context.Context, send func() (*http.Response, []byte, error)) ([]byte, int, error)

	mu    sync.Mutex
	token string
	until time.Time
}

type answer struct {
	AccessToken string          `json:"access_token"`
	ExpiresIn   json.RawMessage `json:"expires_in"`
}

func (s *Source) fetch(ctx context.Context, read func(*http.Request) (*http.Response, []byte, error)) error {
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {s.ClientID}, "client_secret": {s.ClientSecret}}
	body, status, err := s.Retry(ctx, func() (*http.Response, []byte, error) {
		request, err := http.NewRequestWithContext(ctx, "POST", s.URL, strings.NewReader(form.Encode()))
		if err != nil {
			return nil, nil, err
		}
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return read(request)
	})
	if err != nil {
		return fmt.Errorf("login: %w", err)
	}
	if status != 200 {
		return fmt.Errorf("login: status %d", status)
	}
	var got answer
	if err := json.Unmarshal(body, &got); err != nil || got.AccessToken == "" {
		return errors.New("login: no access token in the answer")
	}
	lifetime := 60 * time.Second
	if seconds, err := time.ParseDuration(strings.Trim(string(got.ExpiresIn), `"`) + "s"); err == nil && seconds > 0 {
		lifetime = seconds
	}
	s.token, s.until = got.AccessToken, time.Now().Add(lifetime*9/10)
	return nil
}

// Drop forgets a token that was refused.
func (s *Source) Drop(refused string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token == refused {
		s.token = ""
	}
}

// Token returns a token that is not refused, as far as is known.
func (s *Source) Token(ctx context.Context, refused string, read func(*http.Request) (*http.Response, []byte, error)) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token == "" || s.token == refused || time.Now().After(s.until) {
		if err := s.fetch(ctx, read); err != nil {
			return "", err
		}
	}
	return s.token, nil
}
