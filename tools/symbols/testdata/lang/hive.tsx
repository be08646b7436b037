export function List<T,>({ items }: { items: T[] }): JSX.Element {
  const render = (i: T) => <b title='it'>{String(i)}</b>;
  return <ul>{items.map((i) => <li>isn't {render(i)}</li>)}</ul>;
}
export const Row: React.FC<Props> = ({ a }) => {
  const go = useCallback(() => { }, []);
  return a < 1 ? <i/> : null;
};
const id = <T,>(x: T) => x;
class After extends React.Component<Props> { render() { return <p>class No {'{'}</p>; } }
