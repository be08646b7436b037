package workspace

func KillDescendants() {}
