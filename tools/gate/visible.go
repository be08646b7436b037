package gate

import (
	"context"
	"slices"

	"beestown/tools"
)

// visible refuses tools that the agent's role does not have: its groups first, then what the tool
// itself says about roles, departments and levels.
func visible(next tools.Handler) tools.Handler {
	return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
		if err := available(req.Principal, req.Tool.Spec()); err != nil {
			return tools.Failed(err), nil
		}
		return next(ctx, req)
	}
}

// available tells why an agent may not use a tool, nil when it may.
func available(p tools.Principal, s tools.Spec) error {
	if p.Groups != nil && !slices.Contains(p.Groups, s.Group) {
		return tools.Errorf(tools.CodeNotAvailable, "Tool '%s' is not available to role '%s': the role does not have the group '%s'", s.Name, p.Role, s.Group)
	}
	perm := s.Permissions
	switch {
	case len(perm.AllowedRoles) > 0 && !slices.Contains(perm.AllowedRoles, p.Role):
		return tools.Errorf(tools.CodePermission, "Permission denied: Role %s not in allowed roles", p.Role)
	case len(perm.AllowedDepartments) > 0 && !slices.Contains(perm.AllowedDepartments, p.Department):
		return tools.Errorf(tools.CodePermission, "Permission denied: Department %s not allowed", p.Department)
	case p.Level < perm.MinLevel:
		return tools.Errorf(tools.CodePermission, "Permission denied: Level %d below minimum %d", p.Level, perm.MinLevel)
	}
	return nil
}
