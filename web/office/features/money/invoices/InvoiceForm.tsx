import { Alert, Group, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { addDays } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import {
  attachInvoice,
  changeInvoice,
  createInvoice,
  findInvoice,
  INVOICE_PAPER,
  INVOICE_XML,
  listCompanies,
  listPayees,
  openOfSupplier,
  readInvoice,
} from '#contract/money/invoices/endpoints.ts';
import { InvoiceForm as Body, type Invoice, type ReadInvoice } from '#contract/money/invoices/model.ts';
import { INVOICE_KINDS } from '#contract/money/invoices/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '#web/office/lib/refusal.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import {
  DayField,
  LongTextField,
  MoneyField,
  OptionField,
  SearchField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FileSlot, type SlotFile } from '#web/office/ui/FileSlot.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';

const valuesOf = (one: Invoice) => ({
  kind: one.kind,
  supplier_id: one.supplier.id,
  company_id: one.company.id,
  number: one.number,
  issued_on: one.issued_on,
  due_on: one.due_on,
  subtotal_centavos: one.subtotal_centavos,
  itbms_centavos: one.itbms_centavos,
  withheld_centavos: one.withheld_centavos,
  concept: one.concept,
  note: one.note,
  cufe: one.cufe,
  order_id: one.order?.id ?? null,
  progress_account_id: one.progress_account?.id ?? null,
  corrects_id: one.corrects?.id ?? null,
  lines: one.lines.map(({ account, cost_code, project, house, ...line }) => ({
    description: line.description,
    quantity: line.quantity,
    cents: line.cents,
    itbms_centavos: line.itbms_centavos,
    order_line_id: line.order_line_id,
    account_id: account?.id ?? null,
    cost_code_id: cost_code?.id ?? null,
    project_id: project?.id ?? null,
    house_id: house?.id ?? null,
  })),
  version: one.version,
});

/** One empty line, for a new invoice. */
const EMPTY_LINE = {} as never;
/** Browsers report several types for an XML; the server decides by content. */
const XML_TYPES = [...INVOICE_XML.types, 'text/xml'];
const named = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

interface InvoiceFormProps {
  /** The invoice to correct; null: a new one. */
  invoice: Invoice | null;
  onClose: () => void;
  onMade?: (id: number) => void;
}

/** Enters an invoice or a credit note. The XML fills what is still empty: nothing that was typed is lost. */
export function InvoiceForm({ invoice, onClose, onMade }: InvoiceFormProps) {
  const today = useToday();
  const params = { id: invoice?.id ?? 0 };
  const [xml, setXml] = useState<File | null>(null);
  const [paper, setPaper] = useState<File | null>(null);
  const payees = useOptions(queryOf(listPayees, {}));
  const companies = useOptions(queryOf(listCompanies, {}));
  const only = companies.length === 1 ? companies[0]!.id : null;
  const [basis, setBasis] = useState<{ supplier: number | null; issued: string | null }>({
    supplier: invoice?.supplier.id ?? null,
    issued: invoice?.issued_on ?? today,
  });
  const open = useQuery({
    ...queryOf(openOfSupplier, { params: { id: basis.supplier ?? 0 } }),
    enabled: basis.supplier !== null,
  }).data?.data;
  /** The company's days to pay, which the setting says. */
  const dueOn = (issued: string | null) =>
    !invoice && issued && open ? addDays(issued, open.due_days) : null;
  const form = useRecordForm({
    schema: Body,
    initial: invoice ? valuesOf(invoice) : { kind: 'factura', issued_on: today, lines: [EMPTY_LINE] },
    proposed: { company_id: only, due_on: dueOn(basis.issued) },
    onChange: (now, before) => {
      setBasis({ supplier: now.supplier_id, issued: now.issued_on });
      return {
        ...(now.supplier_id !== before.supplier_id && {
          order_id: null,
          progress_account_id: null,
          corrects_id: null,
        }),
        ...(now.issued_on &&
          now.issued_on !== before.issued_on &&
          !invoice && { due_on: dueOn(now.issued_on) }),
      };
    },
    reread: invoice ? async () => valuesOf((await call(findInvoice, { params })).data) : undefined,
    send: async (body, as, version) => {
      const { data } = invoice
        ? await call(changeInvoice, { params, body: { ...body, version } }, as)
        : await call(createInvoice, { body }, as);
      if (xml || paper) {
        const files = new FormData();
        if (xml) files.append('xml', xml);
        if (paper) files.append('documento', paper);
        await call(attachInvoice, { params: { id: data.id }, body: files });
      }
      if (!invoice) onMade?.(data.id);
      return data;
    },
    success: invoice ? 'Factura guardada.' : 'Factura registrada. Revísala y envíala a aprobar.',
    onDone: onClose,
  });
  const { kind, subtotal_centavos, itbms_centavos } = form.values;
  const read = useAction(readInvoice, { inline: true });
  const fault = read.error instanceof Refusal ? (read.error.fields[0]?.message ?? read.error.message) : null;
  const onXml = (file: File) => {
    setXml(file);
    const body = new FormData();
    body.append('xml', file);
    read.mutate({ body }, { onSuccess: ({ data }) => form.form.setValues(filled(form.values, data)) });
  };
  const slot = (file: File | null): SlotFile => (file ? { kind: 'chosen', file } : { kind: 'none' });
  return (
    <FormDrawer
      title={invoice ? `Factura ${invoice.number}` : 'Registrar factura'}
      size="xl"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={invoice ? 'Guardar factura' : 'Registrar factura'}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <FileSlot
          label="XML de la factura electrónica"
          hint="Llena lo que esté vacío."
          types={XML_TYPES}
          maxSize={INVOICE_XML.maxSize}
          value={slot(xml)}
          onSelect={onXml}
          onRemove={() => setXml(null)}
          error={fault}
        />
        <FileSlot
          label="Foto o PDF"
          hint="JPG, PNG o PDF."
          types={INVOICE_PAPER.types}
          maxSize={INVOICE_PAPER.maxSize}
          value={slot(paper)}
          onSelect={setPaper}
          onRemove={() => setPaper(null)}
          error={null}
        />
      </SimpleGrid>
      {read.data && <XmlSays read={read.data.data} />}
      <Group grow align="flex-start">
        <OptionField
          of={form}
          name="kind"
          label="Tipo"
          options={Object.entries(INVOICE_KINDS).map(([value, label]) => ({ value, label }))}
        />
        <TextField of={form} name="number" label="Número" maxLength={40} />
      </Group>
      <SearchField
        of={form}
        name="supplier_id"
        label="Proveedor o contratista"
        options={payees.map(({ id, name, ruc }) => ({ value: id, label: `${name} · ${ruc}` }))}
        nothingFoundMessage="No está en Proveedores ni en Contratistas"
      />
      <OptionField
        of={form}
        name="company_id"
        label="Empresa que la debe"
        nothing="Elige la empresa"
        options={named(companies)}
      />
      <Group grow align="flex-start">
        <DayField of={form} name="issued_on" label="Fecha" maxDate={today} />
        <DayField of={form} name="due_on" label="Vence" />
      </Group>
      <TextField of={form} name="concept" label="Concepto" maxLength={200} />
      {open && kind === 'factura' && open.orders.length > 0 && (
        <OptionField
          of={form}
          name="order_id"
          label="Orden de compra"
          nothing="Sin orden"
          options={named(open.orders)}
        />
      )}
      {open && kind === 'factura' && open.accounts.length > 0 && (
        <OptionField
          of={form}
          name="progress_account_id"
          label="Cuenta de obra"
          description="La cuenta es lo que se paga; la factura la acompaña."
          nothing="Sin cuenta"
          options={named(open.accounts)}
        />
      )}
      {kind === 'nota_credito' && (
        <OptionField
          of={form}
          name="corrects_id"
          label="Factura que corrige"
          nothing="Elige la factura"
          options={named(open?.invoices ?? [])}
        />
      )}
      <InvoiceLines of={form} orders={open?.orders ?? []} />
      <Group grow align="flex-start">
        <MoneyField of={form} name="subtotal_centavos" label="Subtotal" />
        <MoneyField of={form} name="itbms_centavos" label="ITBMS" />
        <MoneyField
          of={form}
          name="withheld_centavos"
          label="ITBMS que se retiene"
          {...(open?.withholds && { description: 'A este proveedor se le retiene.' })}
        />
      </Group>
      <Text size="sm" component="output">
        Total {formatMoney((subtotal_centavos ?? 0) + (itbms_centavos ?? 0))}
      </Text>
      <LongTextField of={form} name="note" label="Nota" maxLength={1000} />
    </FormDrawer>
  );
}

/** What the XML says that the form cannot take. */
function XmlSays({ read }: { read: ReadInvoice }) {
  const sentences = [
    ...(read.taken ? [`Ya está registrada la factura ${read.taken.name}.`] : []),
    ...(read.supplier_id === null
      ? [`${read.name}, RUC ${read.ruc}, no está en Proveedores: agrégalo primero.`]
      : []),
    ...(read.receiver_ruc && read.company_id === null
      ? [`Es para el RUC ${read.receiver_ruc}, que no es de la empresa.`]
      : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Revisa el XML">
      {sentences.join(' ')}
    </Alert>
  );
}

type Values = Partial<z.input<typeof Body>> & { lines?: readonly object[] | null };
const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || value === 0;

/** The values with what the XML says where they are empty; lines only while none was written. */
function filled(values: object, read: ReadInvoice): Values {
  const now = values as Values;
  const said: Record<string, unknown> = {
    supplier_id: read.supplier_id,
    company_id: read.company_id,
    number: read.number,
    cufe: read.cufe,
    due_on: read.due_on,
    subtotal_centavos: read.subtotal_centavos,
    itbms_centavos: read.itbms_centavos,
    withheld_centavos: read.withheld_centavos,
    concept: read.items[0]?.description,
  };
  const written = (now.lines ?? []).some((line) => Object.values(line).some((value) => !isEmpty(value)));
  return {
    ...now,
    ...Object.fromEntries(
      Object.entries(said).filter(([key, value]) => value && isEmpty(now[key as keyof Values])),
    ),
    kind: read.kind,
    issued_on: read.issued_on,
    ...(!written && {
      lines: read.items.map(({ description, quantity, cents, itbms_centavos }) => ({
        description,
        quantity,
        cents,
        itbms_centavos,
        order_line_id: null,
        account_id: null,
        cost_code_id: null,
        project_id: null,
        house_id: null,
      })),
    }),
  };
}
