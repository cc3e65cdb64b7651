import { Drawer } from '@mantine/core';
import { receiveOrder } from '#contract/works/purchasing/endpoints.ts';
import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { call } from '#web/office/lib/call.ts';
import { receiptForm } from './receiptBody.ts';
import { ReceiptFields } from './ReceiptFields.tsx';

/** Counts an order with a line to the server. */
export const ReceiptDrawer = ({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) => (
  <Drawer
    opened
    onClose={onClose}
    position="right"
    title={`Recibir ${order.code}`}
    closeButtonProps={{ 'aria-label': 'Cerrar' }}
  >
    <ReceiptFields
      order={order}
      success="Lo contado quedó guardado."
      send={(typed, photos, as) =>
        call(receiveOrder, { params: { id: order.id }, body: receiptForm(typed, photos) }, as)
      }
      onDone={onClose}
    />
  </Drawer>
);
