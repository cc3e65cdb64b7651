import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { networkRefusal, Refusal } from '#web/office/lib/refusal.ts';
import { DraftContext } from '#web/office/lib/outbox/draftContext.ts';
import { askReason } from '../ask.tsx';
import { FormDrawer } from '../FormDrawer.tsx';
import { RecordDrawer } from '../RecordDrawer.tsx';
import { renderInFrame } from '../testFrame.tsx';
import { DayField, MoneyField, NumberField, OptionField, TextField } from './fields.tsx';
import { RecordForm } from './RecordForm.tsx';
import { useRecordForm, type SendAs } from './useRecordForm.ts';

const Lot = z.object({
  lote: z.string().trim().min(1, 'Escribe el lote.'),
  precio_centavos: z.number().int().nullable(),
  entrega: z.iso.date().nullable(),
  modelo_id: z.number({ error: 'Elige el modelo.' }),
  nota: z.string().nullable(),
  piso: z.number().nullable(),
});
const row = {
  version: 1,
  lote: 'A-01',
  precio_centavos: 100_00,
  entrega: '2026-12-24',
  modelo_id: 1,
  nota: null,
  piso: null,
};
const send = vi.fn<(body: z.input<typeof Lot>, as: SendAs, version: number | undefined) => Promise<object>>();
const reread = vi.fn<() => Promise<typeof row>>();
const done = vi.fn<() => void>();
const MODELS = [
  { value: 1, label: 'Casa uno' },
  { value: 2, label: 'Casa dos' },
];

function Page({ record, framed = true }: { record?: typeof row; framed?: boolean }) {
  const [opened, setOpened] = useState(true);
  const form = useRecordForm({
    schema: Lot,
    initial: record ?? {},
    reread: record && reread,
    send,
    onDone: () => {
      done();
      setOpened(false);
    },
  });
  const fields = (
    <>
      <TextField of={form} name="lote" label="Lote" />
      <MoneyField of={form} name="precio_centavos" label="Precio" />
      <DayField of={form} name="entrega" label="Entrega" />
      <OptionField of={form} name="modelo_id" label="Modelo" options={MODELS} nothing="Elige el modelo" />
      <TextField of={form} name="nota" label="Nota" />
      <NumberField of={form} name="piso" label="Piso" max={40} />
    </>
  );
  if (!opened) return null;
  return framed ? (
    <FormDrawer title="Lote" opened onClose={() => setOpened(false)} {...form.frame} submitLabel="Guardar">
      {fields}
    </FormDrawer>
  ) : (
    <RecordForm {...form.frame} submitLabel="Guardar">
      {fields}
    </RecordForm>
  );
}

/** Proposes a model, from which the floor follows. */
function Proposing() {
  const { frame, values } = useRecordForm({
    schema: Lot,
    initial: {},
    proposed: { modelo_id: 2 },
    onChange: (now, before) => (now.modelo_id === before.modelo_id ? {} : { piso: 7 }),
    send,
  });
  return <p>{`Piso ${values.piso}, ${frame.form.isDirty() ? 'con cambios' : 'sin cambios'}`}</p>;
}

/** Only type-checked, never rendered. */
export function Mistaken() {
  const form = useRecordForm({ schema: Lot, initial: {}, send });
  return (
    <>
      {/* @ts-expect-error -- no such field */}
      <TextField of={form} name="lotte" label="Lote" />
      {/* @ts-expect-error -- a field of another type */}
      <MoneyField of={form} name="lote" label="Lote" />
    </>
  );
}

const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`) });
const model = () => screen.getByRole('combobox', { name: /Modelo/ });
const save = () => screen.getByRole('button', { name: 'Guardar' });
const refusal = (status: number, code: string, errors: { field: string; message: string }[] = []) =>
  new Refusal(status, { message: 'No se pudo.', code, request_id: 'r', errors });

beforeEach(() => {
  vi.resetAllMocks();
  send.mockResolvedValue({});
});

describe.each([
  ['in a drawer', true],
  ['in a page', false],
])('a form %s', (_, framed) => {
  it('validates with the schema and focuses the first invalid field', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page framed={framed} />);
    await user.click(save());
    expect(field('Lote')).toHaveAccessibleDescription('Escribe el lote.');
    expect(model()).toHaveAccessibleDescription('Elige el modelo.');
    await waitFor(() => expect(field('Lote')).toHaveFocus());
    expect(send).not.toHaveBeenCalled();
  });

  it('sends the parsed values once, with Ctrl-Enter too', async () => {
    const user = userEvent.setup();
    const { promise, resolve } = Promise.withResolvers<object>();
    send.mockReturnValue(promise);
    renderInFrame(<Page framed={framed} />);
    await user.type(field('Lote'), 'B-02');
    await user.type(field('Precio'), '1,250.5');
    await user.selectOptions(model(), 'Casa dos');
    await user.type(field('Piso'), '12');
    await user.type(field('Nota'), 'x{Backspace}');
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(send.mock.calls[0]?.[0]).toEqual({
      lote: 'B-02',
      precio_centavos: 1250_50,
      entrega: null,
      modelo_id: 2,
      nota: '',
      piso: 12,
    });
    resolve({});
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
  });

  it('keeps the typed values after a refusal, and shows it at the field', async () => {
    const user = userEvent.setup();
    send.mockRejectedValueOnce(refusal(422, 'INVALID', [{ field: 'lote', message: 'Ese lote ya existe.' }]));
    renderInFrame(<Page framed={framed} record={row} />);
    await user.type(field('Lote'), '1');
    await user.click(save());
    await waitFor(() => expect(field('Lote')).toHaveFocus());
    expect(field('Lote')).toHaveAccessibleDescription('Ese lote ya existe.');
    expect(field('Lote')).toHaveValue('A-011');
    await user.type(field('Lote'), '2');
    await user.click(save());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(send.mock.calls[1]?.[0].lote).toBe('A-0112');
  });

  it('saves once if the user submits again after a network failure', async () => {
    const user = userEvent.setup();
    send.mockRejectedValueOnce(networkRefusal());
    renderInFrame(<Page framed={framed} record={row} />);
    await user.type(field('Nota'), 'Esquina');
    await user.click(save());
    await screen.findByRole('alert');
    await user.click(save());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    const [first, second] = send.mock.calls;
    expect(second?.[1].idempotencyKey).toBe(first?.[1].idempotencyKey);
    expect(second?.[0].nota).toBe('Esquina');
  });

  it('merges a change that another user made meanwhile', async () => {
    const user = userEvent.setup();
    send.mockRejectedValueOnce(refusal(409, 'STALE'));
    reread.mockResolvedValue({ ...row, version: 2, precio_centavos: 200_00 });
    renderInFrame(<Page framed={framed} record={row} />);
    await user.type(field('Nota'), 'Mía');
    await user.click(save());
    expect(send.mock.calls[0]?.[2]).toBe(1);
    await user.click(await screen.findByRole('button', { name: 'Recargar y conservar lo mío' }));
    await waitFor(() => expect(field('Precio')).toHaveValue('200.00'));
    expect(screen.getByText(/Esto cambió/)).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(send.mock.calls[1]?.[0]).toMatchObject({ nota: 'Mía', precio_centavos: 200_00 });
    expect(send.mock.calls[1]?.[2]).toBe(2);
  });
});

it('asks before a drawer with unsaved changes closes', async () => {
  const user = userEvent.setup();
  renderInFrame(<Page record={row} />);
  await user.type(field('Nota'), 'Mía');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull());
});

it("asks before a record's drawer closes over a form with unsaved changes", async () => {
  const user = userEvent.setup();
  const close = vi.fn<() => void>();
  renderInFrame(
    <RecordDrawer title="Lote" onClose={close} record={row}>
      <Page record={row} framed={false} />
    </RecordDrawer>,
  );
  await user.type(field('Nota'), 'Mía');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(close).not.toHaveBeenCalled();
  expect(field('Nota')).toHaveValue('Mía');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

it('follows its record until the user types', async () => {
  const user = userEvent.setup();
  function Restored() {
    const [version, setVersion] = useState(1);
    return (
      <>
        <Page record={{ ...row, version, lote: `A-0${version}` }} framed={false} />
        <button type="button" onClick={() => setVersion(version + 1)}>
          Restaurar
        </button>
      </>
    );
  }
  renderInFrame(<Restored />);
  await user.click(screen.getByRole('button', { name: 'Restaurar' }));
  await waitFor(() => expect(field('Lote')).toHaveValue('A-02'));
  await user.type(field('Nota'), 'Mía');
  await user.click(screen.getByRole('button', { name: 'Restaurar' }));
  expect(field('Lote')).toHaveValue('A-02');
  await user.click(save());
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[0]).toMatchObject({ lote: 'A-02', nota: 'Mía' });
  expect(send.mock.calls[0]?.[2]).toBe(2);
});

it('keeps a typed reason when Escape is pressed', async () => {
  const user = userEvent.setup();
  const said = vi.fn<(reason: string | null) => void>();
  const question = {
    title: 'Anular',
    text: 'Se anula.',
    confirm: 'Sí, anular',
    label: 'Motivo',
    required: true,
  };
  renderInFrame(
    <button type="button" onClick={() => void askReason(question).then(said)}>
      Preguntar
    </button>,
  );
  await user.click(screen.getByRole('button', { name: 'Preguntar' }));
  await user.type(await screen.findByRole('textbox', { name: /Motivo/ }), 'Se repite');
  await user.keyboard('{Escape}');
  expect(said).not.toHaveBeenCalled();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(said).toHaveBeenCalledExactlyOnceWith('Se repite'));
});

it('what is proposed, and what follows from it, is not a change of the user', async () => {
  renderInFrame(<Proposing />);
  expect(await screen.findByText('Piso 7, sin cambios')).toBeVisible();
});

it('begins with what its draft kept, and puts back what is typed until it is saved', async () => {
  const user = userEvent.setup();
  const put = vi.fn<(part: string, value: unknown) => void>();
  // A part of another form of the same record is not taken.
  const kept = { campos: { lote: 'A-medias', de_otro: 'x' } };
  renderInFrame(
    <DraftContext value={{ kept, put }}>
      <Page record={row} framed={false} />
    </DraftContext>,
  );
  await waitFor(() => expect(field('Lote')).toHaveValue('A-medias'));
  await user.type(field('Nota'), 'esquina');
  expect(put).toHaveBeenLastCalledWith('campos', { ...row, version: undefined, lote: 'A-medias', nota: 'esquina' }); // prettier-ignore
  await user.click(save());
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]![0]).toMatchObject({ lote: 'A-medias', nota: 'esquina' });
  await waitFor(() => expect(put).toHaveBeenLastCalledWith('campos', undefined));
});
