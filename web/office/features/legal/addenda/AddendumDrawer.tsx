import { Alert, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  changeAddendum,
  createAddendum,
  getAddendum,
  tryAddendum,
} from '#contract/legal/addenda/endpoints.ts';
import type { AddendumRecord, SaleAddenda } from '#contract/legal/addenda/model.ts';
import { ADDENDUM_KIND_NAMES, ADDENDUM_KINDS } from '#contract/legal/addenda/rules.ts';
import { call } from '#web/office/lib/call.ts';
import {
  bound,
  DayField,
  LongTextField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { changeOf, fieldsOf, Form } from './changeFields.ts';
import { EffectTable } from './EffectTable.tsx';
import { PersonField } from './PersonField.tsx';

interface AddendumDrawerProps {
  saleId: number;
  /** What the sale is like, and what can be chosen. */
  of: SaleAddenda;
  /** Null: a new one. */
  addendum: AddendumRecord | null;
  onClose: () => void;
}

const valuesOf = (one: AddendumRecord) => ({
  ...(one.change && fieldsOf(one.change)),
  motivo: one.reason,
  firmar_hasta: one.sign_by,
  representante_id: one.representative?.id ?? null,
  version: one.version,
});

/** An addendum's form: what changes, with its effect shown before it is saved. */
export function AddendumDrawer({ saleId, of, addendum, onClose }: AddendumDrawerProps) {
  const navigate = useNavigate();
  const params = { id: addendum?.id ?? 0 };
  const form = useRecordForm({
    schema: Form,
    initial: addendum
      ? valuesOf(addendum)
      : {
          tipo: of.kinds.includes('prorroga') ? 'prorroga' : (of.kinds[0] ?? 'cesion'),
          firmar_hasta: of.sign_by,
          forma_pago: of.now.payment_form,
        },
    reread: addendum ? async () => valuesOf((await call(getAddendum, { params })).data) : undefined,
    check: (typed) => ({ tipo: changeOf(typed as never) ? null : 'Completa lo que cambia.' }),
    onChange: (now, before) =>
      now.lote_id !== before.lote_id && now.lote_id !== null
        ? { precio: of.lots.find(({ id }) => id === now.lote_id)?.price_centavos ?? now.precio }
        : undefined,
    send: ({ motivo, firmar_hasta, representante_id, ...typed }, as, version) => {
      const body = {
        cambio: changeOf(typed)!,
        motivo,
        firmar_hasta,
        representante_id: representante_id ?? null,
      };
      return addendum
        ? call(changeAddendum, { params, body: { ...body, version } }, as)
        : call(createAddendum, { params: { id: saleId }, body }, as);
    },
    success: addendum ? 'Adenda guardada.' : 'Adenda creada.',
    onDone: ({ data }) =>
      addendum ? onClose() : void navigate({ to: '/oficina/adendas/$id', params: { id: data.id } }),
  });
  return (
    <FormDrawer
      title={addendum ? `Editar ${addendum.code}` : 'Nueva adenda'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={addendum ? 'Guardar adenda' : 'Crear adenda'}
    >
      <OptionField
        of={form}
        name="tipo"
        label="Qué cambia"
        options={(addendum ? ADDENDUM_KIND_NAMES : of.kinds).map((value) => ({
          value,
          label: ADDENDUM_KINDS[value],
        }))}
      />
      <ChangeFields of={form} sale={of} />
      <Effect saleId={saleId} of={form} />
      <LongTextField of={form} name="motivo" label="Motivo" maxLength={300} />
      <DayField of={form} name="firmar_hasta" label="Último día para firmar" />
      <OptionField
        of={form}
        name="representante_id"
        label="Firma por la promotora"
        nothing="Por elegir"
        options={(addendum?.representatives ?? of.representatives).map(({ id, name, why_not }) => ({
          value: id,
          label: why_not ? `${name}: ${why_not}` : name,
          disabled: why_not !== null,
        }))}
      />
    </FormDrawer>
  );
}

type Fields = RecordFormOf<typeof Form>;

function ChangeFields({ of, sale }: { of: Fields; sale: SaleAddenda }) {
  const joining = bound(of, 'agrega_persona_id');
  const assignee = bound(of, 'persona_id');
  switch (of.values.tipo) {
    case 'lote':
      return (
        <>
          <OptionField
            of={of}
            name="lote_id"
            label="Nuevo lote"
            nothing="Elige un lote libre"
            options={sale.lots.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <MoneyField of={of} name="precio" label="Precio nuevo" />
        </>
      );
    case 'modelo':
      return (
        <>
          <OptionField
            of={of}
            name="modelo_id"
            label="Modelo"
            nothing="Elige el modelo"
            options={sale.models.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextField of={of} name="mejoras" label="Mejoras" maxLength={300} />
          <MoneyField of={of} name="precio" label="Precio nuevo" />
        </>
      );
    case 'precio':
      return <MoneyField of={of} name="precio" label="Precio nuevo" />;
    case 'comprador':
      return (
        <>
          <OptionField
            of={of}
            name="quita_id"
            label="Sale de la compra"
            nothing="Nadie"
            options={sale.now.buyers.map(({ id, name, role }) => ({
              value: id,
              label: role === 'codeudor' ? `${name} (codeudor)` : name,
            }))}
          />
          <PersonField label="Entra a la compra" value={joining.value} onChange={joining.set} />
          <OptionField
            of={of}
            name="agrega_como"
            label="Entra como"
            options={[
              { value: 'comprador', label: 'Comprador' },
              { value: 'codeudor', label: 'Codeudor' },
            ]}
          />
        </>
      );
    case 'cesion':
      return (
        <>
          <PersonField label="Recibe la compra" value={assignee.value} onChange={assignee.set} />
          <OptionField
            of={of}
            name="forma_pago"
            label="Cómo paga el resto"
            options={[
              { value: 'hipoteca', label: 'Con hipoteca' },
              { value: 'contado', label: 'De contado' },
            ]}
          />
        </>
      );
    case 'prorroga':
      return <DayField of={of} name="entrega" label="Nueva fecha de entrega" />;
    case 'plan':
      return (
        <>
          <MoneyField of={of} name="abono" label="Abono total" />
          <Group grow align="flex-start">
            <NumberField of={of} name="cuotas" label="Cuotas" min={0} max={60} allowDecimal={false} />
            <DayField of={of} name="primera_fecha" label="Primera cuota" />
          </Group>
        </>
      );
    default:
      return null;
  }
}

/** The effect of what is typed, from the server. */
function Effect({ saleId, of }: { saleId: number; of: Fields }) {
  const change = changeOf(of.values);
  const [asked] = useDebouncedValue(change, 400);
  const effect = useQuery({
    queryKey: [tryAddendum.path, saleId, asked],
    queryFn: () => call(tryAddendum, { params: { id: saleId }, body: { cambio: asked! } }, { hold: false }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown = asked && effect.data?.data;
  if (!shown) return null;
  return (
    <Stack gap="xs">
      {shown.why_not && <Alert color="yellow" variant="light" title={shown.why_not} />}
      {shown.lines.length > 0 ? (
        <EffectTable lines={shown.lines} />
      ) : (
        <Text size="sm" c="dimmed">
          Así no cambia nada.
        </Text>
      )}
    </Stack>
  );
}
