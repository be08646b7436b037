package main

func (b *bench) screenStart() ([]row, error) { return nil, nil }
func (b *bench) screenIdle() ([]row, error)  { return nil, nil }
func (b *bench) screenEcho() ([]row, error)  { return nil, nil }
