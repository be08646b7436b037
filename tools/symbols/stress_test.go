package symbols
import ("testing";"strings";"time")
func TestStress(t *testing.T){
 units:=[]string{"{\n","(\n","[\n","<\n","a<b\n","class \n","class a\n","class a{\n","function(\n","function a(): b \n","= (a): b \n","a = (\n","#if\n{\n","#if x\n","#else\n{\n","fn a<\n","impl a\n","impl <a\n","`${\n","<a>\n","/*\n","\"\"\"\n","def a:\n","  def a():\n","a, \n","a.b.\n","const a = <\n","x::\n","a::b<\n","<<<A\n","r#\"\n","'\n","case a(\n","@a(\n","template<\n","enum a{ b,\n","const {\n","const a: \n","val a.\n","fun <a\n","operator\n","a\\\n","R\"(\n","local function\n","type a = {\n","public a\n","interface a<\n","} {\n", "func (", "namespace a {\n","=> {\n","$\"{\n","<<a\n","struct { a int\n"}
 for name:=range samples(t){
  for _,u:=range units{
   src:=[]byte(strings.Repeat(u,400000/len(u)))
   b:=time.Now(); scanned(name,src); if d:=time.Since(b); d>400*time.Millisecond{ t.Logf("%s %q %v",name,u,d)}
  }
 }
}
