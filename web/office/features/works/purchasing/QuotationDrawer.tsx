import { Group, Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { addQuotation, changeQuotation, listSuppliers } from '#contract/works/purchasing/endpoints.ts';
import { QuotationForm, type MaterialRequest, type Quotation } from '#contract/works/purchasing/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import {
  CheckField,
  DayField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface QuotationDrawerProps {
  request: Pick<MaterialRequest, 'id' | 'lines'>;
  /** Null: a new one. */
  quotation: Quotation | null;
  onClose: () => void;
}

/** What a supplier asks for each line; a line without price is not offered. */
export function QuotationDrawer({ request, quotation, onClose }: QuotationDrawerProps) {
  const today = useToday();
  const suppliers = useOptions(queryOf(listSuppliers, {}));
  const form = useRecordForm({
    schema: QuotationForm,
    initial: {
      ...(quotation ?? { quoted_on: today }),
      ...(quotation && { supplier_id: quotation.supplier.id }),
      lines: request.lines.map(({ id }) => {
        const known = quotation?.lines.find(({ line_id }) => line_id === id);
        return { line_id: id, price_centavos: known?.price_centavos ?? null, taxed: known?.taxed ?? true };
      }),
    },
    send: (body, as, version) =>
      quotation
        ? call(changeQuotation, { params: { id: quotation.id }, body: { ...body, version } }, as)
        : call(addQuotation, { params: { id: request.id }, body }, as),
    success: 'Cotización guardada.',
    onDone: onClose,
  });
  const { rows, error } = rowsOf(form, 'lines');
  const total = rows.reduce(
    (sum, { values }, at) => sum + itemCents(request.lines[at]?.quantity ?? 0, values.price_centavos ?? 0),
    0,
  );
  return (
    <FormDrawer
      title={quotation ? `Cotización ${quotation.number}` : 'Agregar cotización'}
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar cotización"
    >
      <OptionField
        of={form}
        name="supplier_id"
        label="Proveedor"
        nothing="Elige"
        options={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField of={form} name="number" label="Número de la cotización" maxLength={60} />
      <Group grow align="flex-start">
        <DayField of={form} name="quoted_on" label="Fecha" maxDate={today} required />
        <DayField of={form} name="valid_until" label="Vence el" />
      </Group>
      <NumberField
        of={form}
        name="delivery_days"
        label="Días de entrega"
        min={0}
        max={365}
        decimalScale={0}
      />
      {rows.map((one, at) => {
        const line = request.lines[at]!;
        return (
          <Group key={one.at} gap="sm" align="flex-end" wrap="nowrap">
            <MoneyField
              of={one}
              name="price_centavos"
              label={line.material.name}
              description={`Por ${line.material.unit}; se piden ${quantityText(line.quantity, line.material.unit)}`}
              style={{ flex: 1 }}
            />
            <CheckField of={one} name="taxed" label="ITBMS" pb={8} aria-label={`ITBMS ${at + 1}`} />
          </Group>
        );
      })}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <TextField
        of={form}
        name="terms"
        label="Condiciones"
        description="Crédito, flete, descarga"
        maxLength={500}
      />
      <Text size="sm" component="output">
        Suman {formatMoney(total)}, sin ITBMS.
      </Text>
    </FormDrawer>
  );
}
