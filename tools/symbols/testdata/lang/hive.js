#!/usr/bin/env node
'use strict';
const fs = require('fs'), path = require('path');
const { readFile, writeFile: write, ...others } = fs;
let [one, two = 2] = [1];
const re = /function no() { "/g;
const text = `function ${name(function inTemplate() { return `}` })} no() {`;

function plain(a, { b = {} } = {}) {
  const local = 1;
  function inner() { return a / b / local; }
  const arrow = async (x) => { return x };
  return inner();
}
async function* generate() {}
const square = n => n * n;
const run = async function named() {};
export default class Queen extends Base {
  static #count = 0;
  name = 'x';
  handler = (e) => { this.x = e };
  constructor(a) { super(a); if (a) { run(a) } }
  static async create() { return new Queen() }
  get size() { return 1 }
  set size(v) { }
  *[Symbol.iterator]() { }
}
export const Worker = class { work() {} };
const api = {
  get(url) { return url },
  post: function (url) {},
  put: async (url) => {},
  nested: { deep() {} },
  value: 1,
};
module.exports.remove = function (id) {};
Queen.prototype.dance = function () {};
exports.Kind = class Kind {};
const View = ({ items }) => (
  <ul className="don't">
    {items.map((i) => <li key={i}>It's {i} {"}"} function no()</li>)}
    <></>
  </ul>
);
if (one) { function hoisted() {} }
for (const x of []) { }
(function () { function hidden() {} })();

(function () {
  var wrapped = 1;
  function inWrapper() { var no = 1; }
})();

Bee.prototype.sting = inWrapper;
Bee.prototype.toString = Bee.prototype.valueOf = inWrapper;
inWrapper.call(Bee.prototype.no, 1);
module.exports = class Exported {
  fly() {}
};
