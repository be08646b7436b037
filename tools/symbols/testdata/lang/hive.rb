# class No
require 'set'
module Bees
  LIMIT = 10
  Point = Struct.new(:x, :y) do
    def sum; x + y; end
  end
  class Queen < Base::Insect
    attr_accessor :name, :age
    attr_reader(:size)
    alias_method :length, :size
    alias old_to_s to_s
    def initialize(name = "def no") ; @name = name; end
    def self.create(*args) = new(*args)
    def alive?
      text = <<~TEXT
        def no
        class No
      TEXT
      text == "x"
    end
    def name=(v); end
    def [](i) end
    def ==(other) end
    def <=>(other)
    end
    private def secret; end
    class << self
      def build!; end
    end
    class Nested; end
    class Error < StandardError; end
    def after_nested; end
  end
=begin
def no
=end
  class Deep::Inner::Drone
    COLORS = { red: 1 }.freeze
    define_method(:dynamic) { |x| x }
  end
end
module Flight
  def Flight::plan(from, to)
  end
end
def top_level(a, b:) = a
__END__
def no
