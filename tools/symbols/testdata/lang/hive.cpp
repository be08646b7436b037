#include <string>
namespace bees { namespace v2::detail { inline constexpr int limit = 3; } 
template <typename T, class U = int> class Hive final : public Base<T>, private Other {
public:
	explicit Hive(int n) noexcept : n_{n}, m_(0) { }
	virtual ~Hive() = default;
	Hive(const Hive&) = delete;
	int size() const override { return n_; }
	bool operator==(const Hive& o) const { return true; }
	operator bool() const { return n_ > 0; }
	T& operator[](int i) { return t_; }
	void declared(int x);
	static Hive make() { auto f = [](int x) { return x; }; return Hive(1); }
	enum class Kind : char { A, B };
	struct Inner { int deep; };
	using Ptr = std::unique_ptr<Hive<T, U>>;
private:
	int n_{0}, m_ = 1;
	std::map<std::string, std::vector<T>> map_;
	std::function<void(int)> callback_;
	static constexpr char tag[] = "class No {";
};
template <> struct Hive<int>::Trait<void> { };
union Either { int i; float f; };
using Alias = std::string;
}
void bees::Hive<int>::declared(int x) { const char* s = R"x(class No { )" )x"; }
bees::Hive<int>::Hive(int n) : n_(n), m_{1} { }
std::ostream& operator<<(std::ostream& os, const bees::Hive<int>& h) { return os; }
extern "C" { int plain(void) { return 0; } }
namespace { int hidden = 1; void anon() { } }
auto trailing(int x) -> std::vector<int> { return {}; }
template<typename F> requires std::invocable<F> decltype(auto) call(F&& f) { return f(); }

namespace generated {
HIVE_STRUCT(Cell)
struct Cell {
  HIVE_FIELD(depth)
  std::string depth;
  Cell(int d)
      : depth(d) {}
};
}
