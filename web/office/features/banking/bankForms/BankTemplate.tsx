import { NativeSelect, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { FIELD_NAMES, FIELDS, PAGE_LABELS } from '#contract/banking/bankData/bankData.fields.ts';
import {
  getBankForm,
  mapBankTemplate,
  removeBankTemplate,
  uploadBankTemplate,
} from '#contract/banking/bankData/bankData.endpoints.ts';
import { PdfMapping, TEMPLATE_FILE, type BankForm } from '#contract/banking/bankData/bankData.model.ts';
import { ROWS } from '#contract/banking/bankData/bankData.rows.ts';
import { call } from '#web/office/lib/call.ts';
import { useAction } from '#web/office/lib/query.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { ReviewPane } from '#web/office/ui/ReviewPane.tsx';
import { bound, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

type Template = NonNullable<BankForm['template']>;

/** Uploads the bank's own PDF and maps its fields. */
export function BankTemplate({ form }: { form: BankForm }) {
  const { bank, template, may_edit: edits } = form;
  const put = useAction(uploadBankTemplate, { success: 'PDF guardado.', inline: true });
  const remove = useAction(removeBankTemplate, { success: 'PDF quitado.' });
  const refused = put.error instanceof Refusal ? (put.error.fields[0]?.message ?? put.error.message) : null;
  const take = async () => {
    const sure = await askConfirm({
      title: '¿Quitar el PDF del banco?',
      text: 'Su formulario vuelve a dibujarse aquí, y se pierde a dónde iba cada dato.',
      confirm: 'Quitar el PDF',
      danger: true,
    });
    if (sure) remove.mutate({ params: { bancoId: bank.id } });
  };
  return (
    <Section
      title="PDF del banco"
      text="Con un PDF de campos para llenar, los datos se ponen en el formulario del banco; sin él, el formulario se dibuja aquí."
    >
      <Stack>
        {edits ? (
          <FileSlot
            label="Formulario del banco"
            types={TEMPLATE_FILE.types}
            maxSize={TEMPLATE_FILE.maxSize}
            value={
              put.isPending
                ? { kind: 'sending', name: 'PDF', share: 0.5 }
                : template
                  ? {
                      kind: 'kept',
                      name: `${template.name} · ${template.pages} páginas`,
                      mime: 'application/pdf',
                      url: template.url,
                    }
                  : { kind: 'none' }
            }
            onSelect={(file) => {
              const body = new FormData();
              body.set('archivo', file);
              put.mutate({ params: { bancoId: bank.id }, body });
            }}
            onRemove={template ? () => void take() : null}
            error={refused}
          />
        ) : (
          <Text size="sm">{template ? template.name : 'No hay: el formulario se dibuja aquí.'}</Text>
        )}
        {template && (
          <ReviewPane
            paper={{ url: template.url, mime: 'application/pdf', name: template.name }}
            approve={null}
            reject={null}
            busy={false}
          >
            <Mapping key={template.fields.map(({ name }) => name).join()} form={form} template={template} />
          </ReviewPane>
        )}
      </Stack>
    </Section>
  );
}

const WORKED_OUT = [
  { value: 'hoy', label: 'Fecha de hoy' },
  { value: 'monto_prestamo', label: 'Monto a financiar' },
  { value: 'letra', label: 'Letra mensual' },
  { value: 'ingreso_familiar', label: 'Ingreso familiar' },
  { value: 'total_saldos', label: 'Suma de saldos de deudas' },
  { value: 'total_cuotas', label: 'Suma de cuotas de deudas' },
];
/** Rows per list on a paper form. */
const ROWS_ON_PAPER = 5;
const TARGETS = [
  { value: '', label: '— Vacío —' },
  { group: 'Se calcula', items: WORKED_OUT },
  ...([1, 2, 3, 4, 5] as const).map((page) => ({
    group: PAGE_LABELS[page],
    items: FIELD_NAMES.filter((name) => FIELDS[name].page === page).map((name) => ({
      value: name,
      label: FIELDS[name].label,
    })),
  })),
  ...Object.entries(ROWS).map(([name, spec]) => ({
    group: spec.label,
    items: Array.from({ length: ROWS_ON_PAPER }, (_, at) =>
      Object.entries(spec.columns).map(([column, { label }]) => ({
        value: `${name}[${at}].${column}`,
        label: `${at + 1}. ${label}`,
      })),
    ).flat(),
  })),
];

/** Every field of the PDF has a row; empty rows are not sent. */
const Targets = z.object({ mapping: z.array(PdfMapping) });
const valuesOf = ({ version, template }: BankForm) => {
  const known = new Map(template?.mapping.map((one) => [one.pdf, one]));
  const mapping = template?.fields.map(({ name }) => known.get(name) ?? { pdf: name, campo: '', valor: '' });
  return { mapping: mapping ?? [], version };
};

function Mapping({ form: asked, template }: { form: BankForm; template: Template }) {
  const { bank, may_edit: edits } = asked;
  const params = { bancoId: bank.id };
  const form = useRecordForm({
    schema: Targets,
    initial: valuesOf(asked),
    reread: async () => valuesOf((await call(getBankForm, { params })).data),
    send: ({ mapping }, as, version = asked.version) =>
      call(
        mapBankTemplate,
        { params, body: { version, mapping: mapping.filter(({ campo }) => campo !== '') } },
        as,
      ),
    success: 'Campos guardados.',
    onDone: ({ data }) => form.fill(valuesOf(data)),
  });
  const { rows } = rowsOf(form, 'mapping');
  const table = (
    <>
      <Text fw={600} size="sm">
        Campos del PDF ({template.fields.length})
      </Text>
      <ShortTable
        label="Campos del PDF"
        rows={template.fields.flatMap((field, at) => (rows[at] ? [{ ...field, of: rows[at] }] : []))}
        rowId={({ name }) => name}
        columns={[
          { title: 'Campo del PDF', render: ({ name }) => name },
          { title: 'Tipo', render: ({ kind }) => kind },
          {
            title: 'Qué va ahí',
            render: ({ name, of }) => {
              const { value, set, input } = bound(of, 'campo');
              return (
                <NativeSelect
                  {...input}
                  size="xs"
                  aria-label={`Qué va en ${name}`}
                  data={TARGETS}
                  disabled={!edits}
                  value={value ?? ''}
                  onChange={(event) => set(event.currentTarget.value)}
                />
              );
            },
          },
          {
            title: 'Se marca cuando dice',
            render: ({ name, kind, of }) =>
              kind === 'casilla' && (
                <TextField
                  of={of}
                  name="valor"
                  size="xs"
                  aria-label={`Cuándo se marca ${name}`}
                  placeholder="Soltero(a)"
                  disabled={!edits}
                />
              ),
          },
        ]}
      />
    </>
  );
  return edits ? (
    <RecordForm {...form.frame} submitLabel="Guardar los campos">
      {table}
    </RecordForm>
  ) : (
    table
  );
}
