import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';

const PdfView = lazy(() => import('#web/office/ui/PdfView.tsx').then((file) => ({ default: file.PdfView })));

/** The document as PDF on the page, and to download. `version` changes with the record: then it is read again. */
export function PromiseDocument({ url, version }: { url: string; version: number }) {
  const { ref, width } = useElementSize();
  return (
    <Stack gap="sm" ref={ref}>
      <Group>
        <Button
          component="a"
          href={url}
          target="_blank"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Abrir el PDF
        </Button>
      </Group>
      <Suspense fallback={<Skeleton h={500} />}>
        {width > 0 && (
          <PdfView key={version} url={`${url}?v=${version}`} width={Math.min(width, 820)} zoom={1} turn={0} />
        )}
      </Suspense>
    </Stack>
  );
}
