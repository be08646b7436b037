package symbols
import ("testing";"os";"time";"runtime";"sync";"context";"path/filepath";"beestown/tools/walk";"go/parser";"go/token")
func TestProbe(t *testing.T){
 dir:=runtime.GOROOT()
 root,_:=os.OpenRoot(dir)
 for range 3 { b:=time.Now(); es,_,_:=walk.Collect(context.Background(),root,walk.Options{Stat:true}); t.Log("walk stat",len(es),time.Since(b)) 
 b=time.Now(); es,_,_=walk.Collect(context.Background(),root,walk.Options{}); t.Log("walk",len(es),time.Since(b)) }
 var files []string
 filepath.Walk(dir,func(p string,i os.FileInfo,e error)error{ if filepath.Ext(p)==".go"{files=append(files,p)};return nil})
 run:=func(what string,f func(src []byte)){
 b:=time.Now(); var wg sync.WaitGroup; ch:=make(chan []string,1000); for i:=0;i<len(files);i+=16{ch<-files[i:min(i+16,len(files))]}; close(ch)
 for range 2{wg.Go(func(){for fs:=range ch{for _,f1:=range fs{d,_:=os.ReadFile(f1);f(d)}}})};wg.Wait();t.Log(what,time.Since(b))}
 var mu sync.Mutex; n:=0
 for range 3{
 run("read",func([]byte){})
 run("cut",func(s []byte){cutBodies(s)})
 run("scanGo",func(s []byte){var o sink; scanGo(s,&o); l:=o.symbols(s); mu.Lock();n+=len(l);mu.Unlock()})
 run("parser",func(s []byte){parser.ParseFile(token.NewFileSet(),"",s,parser.SkipObjectResolution)})
 }
 t.Log(n/3)
}
