import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';

interface OfSale {
  name: string;
  sale: { id: number; code: string | null };
}

/** First column of a list whose rows belong to a sale: the customer, and below it the sale's code. */
export const customerColumn = {
  key: 'id',
  title: 'Cliente',
  width: 230,
  phone: 'heading',
  render: ({ name, sale }: OfSale) => <TwoLines first={name} second={saleName(sale)} />,
} as const;
