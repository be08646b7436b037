import { Component } from 'x';
export interface Bee<T extends { id: string }> extends Insect {
  readonly id: string;
  fly(to: Point): Promise<void>;
  optional?(): void;
  [key: string]: unknown;
}
export type Point = { x: number; y: number };
type Fn = (a: string) => { b: number };
export enum Color { Red, Green = 'green', Blue = 1 << 2 }
declare const enum Flag { On }
export namespace Hive.Inner {
  export const size = 1;
  export function build(): void {}
}
declare module 'other' { export function foreign(x: number): string; }
export abstract class Queen<T = {}> extends Base<T> implements Bee<T>, Other {
  private static count: number = 0;
  constructor(private readonly name: string, public age = 3) { super(); }
  @Input() title!: string;
  handler: (e: Event) => void = (e) => { };
  typed = <U>(x: U): x is U => true;
  abstract rule(): void;
  protected async lay<U>(eggs: U[], opts: { fast?: boolean } = {}): Promise<{ n: number }> {
    const local = 1;
    return { n: 1 };
  }
  get size(): number { return 1 }
}
function overload(a: string): string;
function overload(a: number): number;
function overload(a: any): any { return a; }
export const pick = <T, K extends keyof T>(o: T, k: K): T[K] => o[k];
export const config: Record<string, () => void> = { start() {}, stop: () => {} };
let late: string | undefined, other = 2;
const isBee = (x: unknown): x is Bee<any> => typeof x === 'object';
export default function main({ a, b }: { a: string; b: number }): void {}
abstract class Last { abstract get x(): number; }

class Keeper {
  constructor(private readonly hives: Map<string, Hive>, @Inject() protected smoke?: number, no: string, get: number) {}
}
