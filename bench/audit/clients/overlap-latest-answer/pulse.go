// Package pulse watches whether the identity service answers. It probes several endpoints side by side, and shows the
// answer that came last, whichever probe it belongs to: that is the newest sign of life.
package pulse

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"
)

type Sign struct {
	Probe  string
	Status int
	At     time.Time
}

type Pulse struct {
	http   *http.Client
	token  string
	mu     sync.Mutex
	last   Sign
	counts map[string]int
}

func New() (*Pulse, error) {
	p := &Pulse{http: &http.Client{Timeout: 10 * time.Second}, counts: map[string]int{}}
	return p, p.login()
}

func (p *Pulse) login() error {
	response, err := p.http.PostForm(os.Getenv("ID_EMULATOR_TOKEN_URL"), url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("ID_EMULATOR_CLIENT_ID")},
		"client_secret": {os.Getenv("ID_EMULATOR_CLIENT_SECRET")},
	})
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	p.token = answer.AccessToken
	return nil
}

// Round probes all endpoints at once, and returns when all have answered. Any answer is a sign of life, even 401: then
// the next round has a new token.
func (p *Pulse) Round(paths ...string) {
	var wait sync.WaitGroup
	refused := make(chan struct{}, len(paths))
	for _, path := range paths {
		wait.Add(1)
		go func(path string) {
			defer wait.Done()
			request, _ := http.NewRequest(http.MethodGet, os.Getenv("ID_EMULATOR_API_URL")+path, nil)
			request.Header.Set("Authorization", "Bearer "+p.token)
			response, err := p.http.Do(request)
			if err != nil {
				return
			}
			response.Body.Close()
			if response.StatusCode == http.StatusUnauthorized {
				refused <- struct{}{}
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			p.last = Sign{path, response.StatusCode, time.Now()}
			p.counts[path]++
		}(path)
	}
	wait.Wait()
	if len(refused) > 0 {
		_ = p.login()
	}
}

func (p *Pulse) Last() Sign {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}
