import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getVoucher } from '#contract/money/ledger/vouchers.ts';
import { VoucherPage } from '#web/office/features/money/ledger/VoucherPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/comprobantes/$id')({
  staticData: { title: 'Comprobante', module: 'contabilidad', help: 'contabilidad#comprobantes' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, getVoucher, { params }),
  component: () => <VoucherPage id={Route.useParams().id} />,
});
