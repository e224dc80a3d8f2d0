// Receives Cairn's webhooks: verifies every delivery, processes each id once.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance   = 300 // seconds
	largestBody = 8 << 20
	mostIDs     = 100_000
)

type event struct {
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

type receiver struct {
	secret []byte // The key is the whole text, whsec_ included.

	// Keep the ids in your database instead, in the transaction that does the work,
	// if work must not be done twice after a restart either.
	lock  sync.Mutex
	seen  map[string]bool
	order []string
}

// process is where your work goes. Answer within 15 seconds: put long work in a queue.
func process(id string, event event) error {
	_, err := fmt.Println("processed", id, event.Type)
	return err
}

var unixSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// verify needs the raw bytes of the body.
func (r *receiver) verify(header http.Header, body []byte, now int64) error {
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if header.Get(name) == "" {
			return fmt.Errorf("the header %s is missing", name)
		}
	}
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if !unixSeconds.MatchString(timestamp) {
		return errors.New("the timestamp is not a number of Unix seconds")
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if age := now - seconds; age > tolerance || age < -tolerance {
		return errors.New("the timestamp is too old, or in the future")
	}
	mac := hmac.New(sha256.New, r.secret)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return nil
		}
	}
	return errors.New("no signature matches")
}

func (r *receiver) processOnce(id string, event event) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.seen[id] {
		return nil
	}
	if err := process(id, event); err != nil {
		return err // The id stays unknown and the retry is processed.
	}
	r.seen[id] = true
	r.order = append(r.order, id)
	if len(r.order) > mostIDs {
		delete(r.seen, r.order[0])
		r.order = r.order[1:]
	}
	return nil
}

func (r *receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		http.Error(response, "only POST", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, largestBody))
	if err != nil {
		http.Error(response, "the body is too large, or ended early", http.StatusRequestEntityTooLarge)
		return
	}
	if err := r.verify(request.Header, body, time.Now().Unix()); err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	var event event
	if err := json.Unmarshal(body, &event); err != nil {
		http.Error(response, "the body is not an event in JSON", http.StatusBadRequest)
		return
	}
	if err := r.processOnce(request.Header.Get("webhook-id"), event); err != nil {
		log.Print(err)
		http.Error(response, "not processed, try again", http.StatusInternalServerError)
		return
	}
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("WEBHOOK_SECRET is not set")
	}
	server := http.Server{
		Addr:        "127.0.0.1:" + os.Getenv("PORT"),
		Handler:     &receiver{secret: []byte(secret), seen: map[string]bool{}},
		ReadTimeout: 30 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
