import { Anchor, FileButton, Button, Group, Stack, Text } from '@mantine/core';
import { addHousePaper, HOUSE_PAPER_FILE } from '#contract/legal/houseFile/endpoints.ts';
import type { HouseFile } from '#contract/legal/houseFile/model.ts';
import type { HousePaper } from '#contract/legal/houseFile/rules.ts';
import { newKey, upload } from '#web/office/lib/call.ts';
import { refreshed } from '#web/office/lib/refresh.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { sentence } from '#web/office/lib/refusal.ts';
import { useState } from 'react';
import { PAPERS, StandingPill } from './HouseStandings.tsx';

/** The papers of a house: how far each is, with its file. */
export function HousePapers({ file }: { file: HouseFile }) {
  const [sending, setSending] = useState<HousePaper | null>(null);
  const send = async (parte: HousePaper, archivo: File | null) => {
    if (!archivo) return;
    setSending(parte);
    const body = new FormData();
    body.set('parte', parte);
    body.set('archivo', archivo);
    try {
      await upload(
        addHousePaper,
        { params: { id: file.id }, body },
        { idempotencyKey: newKey(), onProgress: () => undefined },
      );
      toast.success('Archivo guardado.');
      await refreshed();
    } catch (error) {
      toast.error(sentence(error));
    } finally {
      setSending(null);
    }
  };
  return (
    <Stack gap="xs">
      {PAPERS.map(([parte, label]) => {
        const kept = file.papers.find((one) => one.parte === parte);
        return (
          <Group key={parte} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Stack gap={2} miw={0}>
              <Text size="sm" fw={600}>
                {label}
              </Text>
              {kept && (
                <Anchor href={kept.url} target="_blank" size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {kept.name}
                </Anchor>
              )}
            </Stack>
            <Group gap="xs" wrap="nowrap">
              <StandingPill standing={file.standings[parte]} />
              {file.may_edit && (
                <FileButton
                  accept={HOUSE_PAPER_FILE.types.join(',')}
                  inputProps={{ 'aria-label': `Archivo: ${label}` }}
                  onChange={(archivo) => void send(parte, archivo)}
                >
                  {(props) => (
                    <Button {...props} size="compact-sm" variant="default" loading={sending === parte}>
                      {kept ? 'Cambiar' : 'Adjuntar'}
                    </Button>
                  )}
                </FileButton>
              )}
            </Group>
          </Group>
        );
      })}
    </Stack>
  );
}
