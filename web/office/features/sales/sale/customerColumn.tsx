import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import { saleName } from './saleName.ts';

interface OfSale {
  name: string;
  sale: { id: number; code: string | null };
}

/** The first column of a list whose rows belong to a sale: its customer, with the sale's code beneath. */
export const customerColumn = <Row extends OfSale>(more: Partial<Column<Row>> = {}): Column<Row> => ({
  key: 'id',
  title: 'Cliente',
  width: 230,
  phone: 'heading',
  render: ({ name, sale }) => <TwoLines first={name} second={saleName(sale)} />,
  ...more,
});
