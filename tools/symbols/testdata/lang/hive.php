<html>function no() {</html>
<?php
declare(strict_types=1);
namespace Bees\Hive;
use function Other\thing;
// function no() {}
# class No {}
const LIMIT = 10;
define('GLOBAL_NAME', 1);
#[Attribute(flags: 1)]
abstract class Queen extends Base implements Fly, \Countable {
    use Shared;
    public const MAX = 5, MIN = 1;
    private static ?array $table = ['function no() {' => 1];
    protected string $name = "class No {$x}";
    public function __construct(private readonly int $age, $plain = []) { parent::__construct(); }
    public static function &create(): static { return new class { public function anon() {} }; }
    abstract protected function later(int $a): ?string;
    final public function last() { $local = function () { return 1; }; $fn = fn($x) => $x; return Queen::class; }
}
interface Fly { public function fly(): void; }
trait Shared { public $shared; function mix() {} }
enum Color: string { case Red = 'red'; case Green = 'green'; const DEFAULT = self::Red; public function label(): string { return ''; } }
function helper(array $a) { $sql = <<<SQL
    function no() { "
    SQL;
    return $a; }
?>
<p>function no() {</p>
<?php function second() {} ?>
