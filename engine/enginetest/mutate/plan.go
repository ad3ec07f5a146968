package main

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// switched is the folder of the package by which a program of many mutants chooses.
const switched = "engine/enginetest/mutate/switched"

// A plan says how each mutant is tried: in the program that holds many, or else in one of its own.
type plan struct {
	files   map[string][]byte // what the program of many replaces, by name
	inside  map[int]bool      // ids of the mutants that it holds
	unbuilt map[int]bool      // ids of those that do not compile
	checker *checker
}

// planned looks at every mutant alone, and puts into one program those that can be chosen there. It numbers
// them.
func planned(ctx context.Context, root, module, pkg string, ms []mutant) (*plan, error) {
	folders := []string{pkg, switched}
	byFile := map[string][]mutant{}
	for i := range ms {
		ms[i].id = i + 1
		byFile[ms[i].file] = append(byFile[ms[i].file], ms[i])
		if dir := path.Dir(ms[i].file); !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	c, err := newChecker(ctx, root, folders...)
	if err != nil {
		return nil, err
	}
	p := &plan{files: map[string][]byte{}, inside: map[int]bool{}, unbuilt: map[int]bool{}, checker: c}
	for name, some := range byFile {
		if name == path.Join(pkg, "data.json") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		if err := p.weave(name, module, src, some); err != nil {
			return nil, err
		}
	}
	return p, p.weaveData(pkg, module, byFile[path.Join(pkg, "data.json")])
}

// weave takes the mutants of a file, all together if that compiles, else one after the other.
func (p *plan) weave(name, module string, src []byte, ms []mutant) error {
	var some []mutant
	for _, m := range ms {
		ok, err := p.checker.compiles(name, m.applied(src))
		if err != nil {
			return err
		}
		if ok {
			some = append(some, m)
		} else {
			p.unbuilt[m.id] = true
		}
	}
	if ok, err := p.take(name, module, src, some); ok || err != nil {
		return err
	}
	var held []mutant
	for _, m := range some {
		more := append(slices.Clone(held), m)
		if ok, err := p.take(name, module, src, more); err != nil {
			return err
		} else if ok {
			held = more
		}
	}
	return nil
}

// take puts the mutants of a file into the program if it compiles then.
func (p *plan) take(name, module string, src []byte, ms []mutant) (bool, error) {
	if len(ms) == 0 {
		return true, nil
	}
	text := importing(woven(src, ms), path.Join(module, switched))
	ok, err := p.checker.compiles(name, text)
	if ok {
		p.files[name] = text
		for _, m := range ms {
			p.inside[m.id] = true
		}
	}
	return ok, err
}

// weaveData takes the mutants of the data file, if the title embeds it in a variable.
func (p *plan) weaveData(pkg, module string, ms []mutant) error {
	if len(ms) == 0 {
		return nil
	}
	files, err := goFiles(filepath.Join(p.checker.root, pkg))
	if err != nil {
		return err
	}
	for _, file := range files {
		name := path.Join(pkg, filepath.Base(file))
		text, held := p.files[name]
		if !held {
			if text, err = os.ReadFile(file); err != nil {
				return err
			}
		}
		text, ok := replaceable(text)
		if !ok {
			continue
		}
		if !held {
			text = importing(text, path.Join(module, switched))
		}
		p.files[name] = text
		for _, m := range ms {
			p.inside[m.id] = true
		}
	}
	return nil
}
