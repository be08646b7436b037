package workspace

import "os"

// OpenDir opens the directory at p, for walks that are confined to it. The caller closes it. Errors are
// those of ReadFile, and the system's for what is no directory.
func (w *Workspace) OpenDir(p Path) (*os.Root, error) {
	at, err := w.at(p)
	if err != nil {
		return nil, err
	}
	defer at.close()
	dir, err := at.fs.OpenRoot(at.name)
	if err != nil {
		return nil, fileError(p, err)
	}
	return dir, nil
}
