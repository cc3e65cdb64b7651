import { TextInput } from '@mantine/core';
import { QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { officeMenu } from '#contract/company/menu/menuEndpoints.ts';
import { keyOf } from '#web/office/lib/query.ts';
import { dropForbidden } from '#web/office/lib/queryClient.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { renderInFrame } from '#web/office/ui/testFrame.tsx';
import { useStanding } from './useStanding.ts';

const user = {
  id: 1,
  name: 'Ana',
  email: 'ana@demo.llave',
  user_type: { id: 1, name: 'Colaborador' },
  roles: [],
  permissions: ['proyectos.ver'],
  two_factor: false,
};
const lookedAt = { id: 2, name: 'Eva', role: 'Asesor' };
let standing = 'a';
let viewAs: typeof lookedAt | null = null;
const answer = vi.fn<() => Promise<string>>();

const sent = vi.fn<(url: string) => Promise<Response>>(async (url) =>
  Response.json(
    url.includes(officeMenu.path) ? { data: { modules: [], view_as: viewAs, standing } } : { data: user },
  ),
);

function Page() {
  useStanding();
  const { data, error } = useQuery({ queryKey: ['project'], queryFn: answer, retry: false });
  if (error && !data) return <p>{error.message}</p>;
  if (!data) return <PendingPage />;
  return <TextInput label="Nota" description={data} />;
}

const open = async () => {
  const client = new QueryClient({ queryCache: new QueryCache({ onError: dropForbidden }) });
  renderInFrame(<Page />, client);
  await userEvent.type(await screen.findByLabelText('Nota'), 'a medio');
  await waitFor(() => expect(client.getQueryData([officeMenu.path, {}])).toBeDefined());
  client.setQueryData(['left'], 'what nobody looks at');
  return {
    client,
    change: (next: string) => {
      standing = next;
      return client.refetchQueries({ queryKey: keyOf(officeMenu) });
    },
  };
};

beforeEach(() => {
  standing = 'a';
  viewAs = null;
  answer.mockReset().mockResolvedValue('before');
  vi.stubGlobal('fetch', sent);
});
afterEach(() => void vi.unstubAllGlobals());

it('a change of permissions keeps a half-typed form, refetches its data and drops inactive queries', async () => {
  const { client, change } = await open();
  answer.mockResolvedValue('after');
  await change('b');
  expect(await screen.findByText('after')).toBeVisible();
  expect(screen.getByLabelText('Nota')).toHaveValue('a medio');
  expect(client.getQueryData(['left'])).toBeUndefined();
});

it('a refused refetch drops the data on screen', async () => {
  const { client, change } = await open();
  answer.mockRejectedValue(
    new Refusal(403, { message: 'No tienes permiso.', code: 'FORBIDDEN', request_id: '' }),
  );
  await change('b');
  expect(await screen.findByText('No tienes permiso.')).toBeVisible();
  expect(screen.queryByLabelText('Nota')).toBeNull();
  expect(client.getQueryData(['project'])).toBeUndefined();
});

it('a change of "view as" resets the page', async () => {
  const { change } = await open();
  viewAs = lookedAt;
  answer.mockResolvedValue('theirs');
  await change('b');
  expect(await screen.findByText('theirs')).toBeVisible();
  expect(screen.getByLabelText('Nota')).toHaveValue('');
});
