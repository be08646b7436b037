-- function no() end
--[[ function no() end ]]
local M, other = {}, 1
LIMIT = 10
local text = [[ function no() end ]] .. "function no()"
function plain(a) if a then return function() end end end
local function hidden() local x = 1 end
function M.create(n) for i = 1, n do local y = i end end
function M.deep.er:method() while true do break end end
M.assigned = function(x) repeat local z until true end
local arrow = function() end
local t = { key = function() end, other = 1 }
M["quoted"] = function() end
local last = --[==[ x ]] ]==] 2
