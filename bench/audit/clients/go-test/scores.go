// Package scores reads human scores for a list of parties.
package scores

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrUnknown says that the institution cannot see such a party.
var ErrUnknown = errors.New("unknown party")

type Client struct {
	API, TokenURL, ID, Secret string

	http  http.Client
	mutex sync.Mutex
	token string
}

type Score struct {
	PartyID    string `json:"partyId"`
	HumanScore struct {
		Total float64 `json:"totalScore"`
		Level string  `json:"confidenceLevel"`
	} `json:"humanScore"`
}

func (c *Client) One(ctx context.Context, party string) (Score, error) {
	var score Score
	err := c.get(ctx, "/institutions/me/human-scores/"+url.PathEscape(party), &score)
	return score, err
}

func (c *Client) Many(ctx context.Context, parties []string) (map[string]Score, error) {
	scores := map[string]Score{}
	query := url.Values{"partyIds": parties, "limit": {"2"}}
	for offset := 0; ; {
		query.Set("offset", strconv.Itoa(offset))
		var page struct {
			Items      []Score
			Pagination struct{ Total int }
		}
		if err := c.get(ctx, "/institutions/me/human-scores?"+query.Encode(), &page); err != nil {
			return nil, err
		}
		for _, item := range page.Items {
			scores[item.PartyID] = item
		}
		offset += len(page.Items)
		if len(page.Items) == 0 || offset >= page.Pagination.Total {
			return scores, nil
		}
	}
}

func (c *Client) get(ctx context.Context, path string, into any) error {
	for renewals := 0; ; renewals++ {
		token, err := c.login(ctx)
		if err != nil {
			return err
		}
		status, body, err := c.send(ctx, "GET", c.API+path, "", token)
		if status == 401 {
			c.forget(token)
		}
		switch {
		case err != nil:
			return err
		case status == 200:
			return json.Unmarshal(body, into)
		case status == 404:
			return ErrUnknown
		case status == 401 && renewals == 0:
			continue
		default:
			return fmt.Errorf("GET %s: status %d", path, status)
		}
	}
}

func (c *Client) forget(token string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.token == token {
		c.token = ""
	}
}

func (c *Client) login(ctx context.Context) (string, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.token != "" {
		return c.token, nil
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {c.ID}, "client_secret": {c.Secret}}
	status, body, err := c.send(ctx, "POST", c.TokenURL, form.Encode(), "")
	if err != nil {
		return "", err
	}
	var answer struct {
		Token string `json:"access_token"`
	}
	if status != 200 || json.Unmarshal(body, &answer) != nil || answer.Token == "" {
		return "", fmt.Errorf("no access token: status %d", status)
	}
	c.token = answer.Token
	return c.token, nil
}

// send repeats a request up to three times. Everything that this client sends can be repeated.
func (c *Client) send(ctx context.Context, method, target, form, token string) (status int, body []byte, err error) {
	for attempt := 0; ; attempt++ {
		pause := 100 * time.Millisecond << attempt
		var header http.Header
		status, header, body, err = c.once(ctx, method, target, form, token)
		if err == nil && status != 429 && status < 500 {
			return status, body, nil
		}
		if attempt == 3 {
			return status, body, err
		}
		if given := header.Get("Retry-After"); given != "" {
			if seconds, bad := strconv.Atoi(given); bad == nil {
				pause = time.Duration(seconds) * time.Second
			} else if date, bad := http.ParseTime(given); bad == nil {
				pause = time.Until(date) + time.Second
			}
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return 0, nil, ctx.Err()
		}
	}
}

func (c *Client) once(ctx context.Context, method, target, form, token string) (int, http.Header, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, target, strings.NewReader(form))
	if err != nil {
		return 0, nil, nil, err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	} else {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode == 200 && !json.Valid(body) {
		err = fmt.Errorf("%s: the body is not JSON", target)
	}
	return response.StatusCode, response.Header, body, err
}
