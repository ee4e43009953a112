interface Organisation {
  id: number;
  org_name: string;
  parent_id: number | null;
}
export interface Node {
  value: number;
  title: string;
  children: Node[];
}

/** A flat list of organisations as the tree a choice shows; whatever has no parent here is a top. */
export const organisationNodes = (organisations: readonly Organisation[]): Node[] => {
  const nodes = new Map(
    organisations.map((o): [number, Node] => [o.id, { value: o.id, title: o.org_name, children: [] }]),
  );
  const tops: Node[] = [];
  for (const o of organisations) {
    const node = nodes.get(o.id);
    const above = o.parent_id === null ? undefined : nodes.get(o.parent_id);
    if (node) (above?.children ?? tops).push(node);
  }
  return tops;
};
