import { Text } from '@mantine/core';
import type { Paper } from '#contract/sales/documents/model.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { formatMoney, showPhone } from '#web/office/lib/format.ts';
import { Facts } from '#web/office/ui/Facts.tsx';

type Row = readonly [label: string, value: string | null];

/** The customer's declared data that this type of document should confirm. */
function rowsOf(paper: Paper, sale: SaleRecord): readonly Row[] {
  const { form } = sale;
  const person: Row[] = [
    ['Nombre', form.nombre],
    [
      form.tipo_documento === 'pasaporte' ? 'Pasaporte' : form.tipo_documento === 'ruc' ? 'RUC' : 'Cédula',
      form.cedula,
    ],
  ];
  if (paper.type.name === 'cedula_beneficiario')
    return form.grupo_familiar.map((one): Row => [one.nombre, one.cedula]);
  if (paper.type.name === 'archivo_comprobante')
    return sale.payments.map((one): Row => [
      one.type.name,
      `${formatMoney(one.reported_centavos ?? one.due_centavos)} · ${one.state.name}`,
    ]);
  if (paper.privacy === 'ingresos')
    return [...person, ['Sector', form.sector_trabajo], ['Estatus laboral', form.estatus_laboral]];
  return [...person, ['Celular', showPhone(form.celular)]];
}

/** The declared data, to compare with the document. */
export function Declared({ paper, sale }: { paper: Paper; sale: SaleRecord }) {
  const rows = rowsOf(paper, sale);
  if (rows.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        Lo que declaró el cliente
      </Text>
      <Facts rows={rows} />
    </div>
  );
}
