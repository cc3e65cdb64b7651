import { useQuery } from '@tanstack/react-query';
import { getSale } from '#contract/sales/sale/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { AssignDrawer } from './AssignDrawer.tsx';

interface AssignFromListProps {
  kind: 'processor' | 'adviser';
  id: number;
  onClose: () => void;
}

/** The form that gives a sale of a list to somebody, once its record is loaded. */
export function AssignFromList({ kind, id, onClose }: AssignFromListProps) {
  const { data } = useQuery(queryOf(getSale, { params: { id } }));
  return data ? <AssignDrawer kind={kind} sale={data.data} onClose={onClose} /> : null;
}
