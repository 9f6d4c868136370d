package onboarding

import (
	"sync"
	"testing"
)

var newcomers = map[string]string{
	"ben.brook@example.com":    "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128",
	"stella.stone@example.com": "party::3c6da6232936abd357ee31fb1ebc6ffc::122051162a269e62991d4fde03ced9ffefdf5f0d454812f4237ca9a719bd525333fa",
}

func TestNewcomersAreAskedAtOnce(t *testing.T) {
	service := New()
	var wait sync.WaitGroup
	for _, party := range newcomers {
		wait.Add(1)
		go func(party string) {
			defer wait.Done()
			if err := service.Ask(party, "DISCORD"); err != nil {
				t.Error(err)
			}
		}(party)
	}
	wait.Wait()
	for email := range newcomers {
		providers, err := service.Asked(email)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, provider := range providers {
			if provider == "DISCORD" {
				count++
			}
		}
		if count != 1 {
			t.Errorf("%s was asked %d times for DISCORD", email, count)
		}
	}
}
