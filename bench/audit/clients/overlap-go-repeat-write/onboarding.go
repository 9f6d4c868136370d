// Package onboarding asks new customers for their credentials.
package onboarding

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"
)

const (
	limit   = 700 * time.Millisecond
	repeats = 2
)

type Service struct {
	http  *http.Client
	mu    sync.Mutex
	token string
}

func New() *Service {
	return &Service{http: &http.Client{Timeout: limit}}
}

// current returns the access token, unless it was refused: then a new one.
func (s *Service) current(refused string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token != "" && s.token != refused {
		return s.token, nil
	}
	response, err := (&http.Client{Timeout: 5 * time.Second}).PostForm(os.Getenv("ID_EMULATOR_TOKEN_URL"), url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("ID_EMULATOR_CLIENT_ID")},
		"client_secret": {os.Getenv("ID_EMULATOR_CLIENT_SECRET")},
	})
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
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return "", err
	}
	s.token = answer.AccessToken
	return s.token, nil
}

func (s *Service) send(method, path string, body []byte) (int, []byte, error) {
	token, err := s.current("")
	for attempt := 0; err == nil; attempt++ {
		request, _ := http.NewRequest(method, os.Getenv("ID_EMULATOR_API_URL")+path, bytes.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Content-Type", "application/json")
		var response *http.Response
		if response, err = s.http.Do(request); err != nil {
			break
		}
		data, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusUnauthorized || attempt > 0 {
			return response.StatusCode, data, nil
		}
		token, err = s.current(token)
	}
	return 0, nil, err
}

// robust sends a read again that got no answer in time. A write may have been carried out, so it is not repeated.
func (s *Service) robust(method, path string, body []byte) (status int, data []byte, err error) {
	for attempt := 0; attempt <= repeats; attempt++ {
		status, data, err = s.send(method, path, body)
		var late net.Error
		if !errors.As(err, &late) || !late.Timeout() || method != http.MethodGet {
			break
		}
	}
	return status, data, err
}

// Ask asks a party for credentials of these providers.
func (s *Service) Ask(party string, providers ...string) error {
	body, _ := json.Marshal(map[string]any{"partyId": party, "providers": providers})
	status, _, err := s.robust(http.MethodPost, "/institutions/me/credentials/request", body)
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		return nil // Asked shows whether it was carried out
	}
	if err == nil && status != http.StatusNoContent {
		err = fmt.Errorf("request: status %d", status)
	}
	return err
}

// Asked returns the providers that a person has been asked for.
func (s *Service) Asked(email string) ([]string, error) {
	status, data, err := s.robust(http.MethodGet, "/institutions/me/users?limit=50&search="+url.QueryEscape(email), nil)
	if err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("users: status %d, %v", status, err)
	}
	var page struct {
		Items []struct {
			KycProvider string `json:"kycProvider"`
		} `json:"items"`
	}
	err = json.Unmarshal(data, &page)
	var providers []string
	for _, item := range page.Items {
		providers = append(providers, item.KycProvider)
	}
	return providers, err
}
