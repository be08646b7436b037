//! fn no() {}
use std::fmt;
/* nested /* fn no() {} */ */
pub const LIMIT: usize = 10;
static mut COUNT: u32 = { 1 };
pub(crate) type Pair<'a> = (&'a str, char);
#[derive(Debug)]
pub struct Queen<'a, T: Into<String>> where T: Clone {
    pub(crate) name: &'a str,
    map: HashMap<String, Vec<T>>,
    last: u8,
}
struct Unit;
struct Tuple(pub u8, char);
pub enum Shape { Dot, Circle { radius: f64, }, Poly(Vec<Point>), #[serde(rename = "x")] Last = 3 }
union Bits { f: f32, u: u32 }
pub trait Fly: Send { const MAX: u8 = 1; type Out; fn fly(&self) -> Self::Out; fn land(&self) { } }
impl<'a, T> Queen<'a, T> where T: Clone {
    const SIZE: usize = 1;
    pub fn new(name: &'a str) -> Self { fn helper() {} let local = 'x'; Self { name } }
    pub(super) async unsafe fn lay(&mut self, f: impl Fn(u8) -> u8) -> impl Iterator<Item = u8> + '_ { let s = r#"fn no() { " "#; f('\''); b"}".iter() }
}
impl<T> fmt::Display for Wrapper<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) } }
mod inner { pub fn deep() {} mod file; }
macro_rules! bees { ($x:expr) => { fn no() {} }; }
extern "C" { fn external(x: i32) -> i32; static ENV: *const u8; }
pub const fn constant() -> u8 { const LOCAL: u8 = 1; LOCAL }
fn main() { let f = |x: u8| { x }; match f(1) { _ => {} } }
