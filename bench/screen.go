package main

import (
	"math/rand/v2"
	"slices"
	"time"
)

const (
	prompt = "❯" // is on the screen once the editor is
	key    = "Ω" // is nowhere on the screen unless it is typed

	settle = 2 * time.Second // after a start, before a program counts as idle
	watch  = 10 * time.Second
	typed  = 60 // keys, which fit into one line of the editor
)

// screenStart measures how long a user waits for the screen, and for a first key on it.
func (b *bench) screenStart() ([]row, error) {
	var paint, echo []float64
	err := b.eachScreen(b.n, func(t *terminal) error {
		painted, err := t.wait(prompt, 1)
		if err != nil {
			return err
		}
		if _, err := t.write(key); err != nil {
			return err
		}
		shown, err := t.wait(key, 1)
		paint, echo = append(paint, ms(painted.Sub(t.started))), append(echo, ms(shown.Sub(t.started)))
		return err
	})
	if err != nil {
		return nil, err
	}
	return []row{
		{name: "start to first paint, ms", goal: "<= 40", figures: []figure{medianOf(paint, 0).atMost(40)}},
		{name: "start to typed character on screen, ms", goal: "<= 45", figures: []figure{medianOf(echo, 0).atMost(45)}},
	}, nil
}

// screenIdle measures what a screen costs that nobody uses.
func (b *bench) screenIdle() ([]row, error) {
	var rss, cpu, output []float64
	err := b.eachScreen(max(1, b.few()/2), func(t *terminal) error {
		if _, err := t.wait(prompt, 1); err != nil {
			return err
		}
		time.Sleep(settle)
		used, written := threadTime(t.pid()), t.written()
		time.Sleep(watch)
		cpu = append(cpu, 100*float64(threadTime(t.pid())-used)/float64(watch))
		output = append(output, float64(t.written()-written))
		rss = append(rss, float64(treeRSS(t.pid()))/1e6)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return []row{
		{name: "idle RSS MB (process tree)", goal: "<= 50", figures: []figure{medianOf(rss, 0).atMost(50)}},
		{name: "idle CPU % / bytes in 10 s", goal: "<= 0.2 / 0 (see limits)", figures: []figure{
			medianOf(cpu, 1).atMost(0.2), medianOf(output, 0).atMost(0)}},
	}, nil
}

// screenEcho measures how long a key takes to its character, at the pace of a fast typist.
func (b *bench) screenEcho() ([]row, error) {
	var p50, p90 []float64
	err := b.eachScreen(b.few(), func(t *terminal) error {
		if _, err := t.wait(prompt, 1); err != nil {
			return err
		}
		time.Sleep(settle / 4)
		var took []float64
		for i := range typed {
			pressed, err := t.write(key)
			if err != nil {
				return err
			}
			shown, err := t.wait(key, i+1)
			if err != nil {
				return err
			}
			took = append(took, ms(shown.Sub(pressed)))
			// The gap is random, so that keys fall anywhere between the frames of the program.
			time.Sleep(30*time.Millisecond + rand.N(60*time.Millisecond))
		}
		slices.Sort(took)
		p50, p90 = append(p50, at(took, 0.5)), append(p90, at(took, 0.9))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return []row{{name: "key to echo, empty, p50 / p90 ms", goal: "<= 5 / 9 (see limits)", figures: []figure{
		medianOf(p50, 1).atMost(5), medianOf(p90, 1).atMost(9)}}}, nil
}
