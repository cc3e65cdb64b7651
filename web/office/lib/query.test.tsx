import { Button } from '@mantine/core';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getCoincidence, listCoincidences, mergePeople } from '#contract/sales/coincidences/endpoints.ts';
import { renderInFrame } from '#web/office/ui/testFrame.tsx';
import { queryOf, useAction } from './query.ts';

afterEach(() => vi.unstubAllGlobals());

it('a change tells its outcome although its refetch replaces the component', async () => {
  let version = 1;
  const list = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') version += 1;
    else if (version > 1 && url.endsWith(listCoincidences.path)) await list.promise;
    return new Response(JSON.stringify({ success: 'Listo.', data: { version } }));
  });
  const told = vi.fn<() => void>();

  function Pair() {
    useQuery(queryOf(listCoincidences));
    const { data } = useQuery(queryOf(getCoincidence, { params: { id: 1 } }));
    return data && <Decide key={data.data.version} version={data.data.version} />;
  }
  function Decide({ version: seen }: { version: number }) {
    const merge = useAction(mergePeople);
    const body = { version: seen } as Parameters<typeof merge.mutate>[0]['body'];
    return (
      <Button
        onClick={() => merge.mutate({ params: { id: 1 }, body }, { onSuccess: told })}
      >{`Fusionar ${seen}`}</Button>
    );
  }

  renderInFrame(<Pair />, new QueryClient());
  fireEvent.click(await screen.findByText('Fusionar 1'));
  await screen.findByText('Fusionar 2');
  list.resolve();
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
});
