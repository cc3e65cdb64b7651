import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addMedia, changeMedia, findProject } from '#contract/projects/projects/endpoints.ts';
import { MEDIA_FILE, type Media, type Project } from '#contract/projects/projects/model.ts';
import { TEXTS } from '#contract/texts.ts';
import { newKey, upload } from '#web/office/lib/call.ts';
import { keyOf, useAction } from '#web/office/lib/query.ts';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { MEDIA_KINDS } from './mediaKinds.ts';

const ALT_MAX = 200;
const altFault = (text: string) =>
  text.trim().length < 3 ? 'Describe lo que se ve, para quien no puede verlo.' : null;

interface AddMediaDrawerProps {
  project: Project;
  /** Whose it is: a model's, or null for the project's own. */
  modelId: number | null;
  onClose: () => void;
}

interface NewMedia {
  kind: Media['kind'];
  alt: string;
  archivo: File | null;
}

/** Sends a picture, a plan or a film. The server makes the smaller sizes that phones ask for. */
export function AddMediaDrawer({ project, modelId, onClose }: AddMediaDrawerProps) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const [key] = useState(newKey);
  // Only the project has a front picture; only a model has a plan.
  const kinds = (['hero', 'foto', 'plano', 'video'] as const).filter((one) =>
    modelId === null ? one !== 'plano' : one !== 'hero',
  );
  const form = useForm<NewMedia>({
    initialValues: { kind: 'foto', alt: '', archivo: null },
    validate: {
      alt: altFault,
      archivo: (file) => (file ? null : TEXTS.noFile),
    },
  });
  const send = useMutation({
    meta: { inline: true },
    mutationFn: ({ kind, alt, archivo }: NewMedia) => {
      const body = new FormData();
      body.set('kind', kind);
      body.set('alt', alt);
      if (modelId !== null) body.set('model_id', String(modelId));
      if (archivo) body.set('archivo', archivo);
      setShare(0);
      return upload(
        addMedia,
        { params: { id: project.id }, body },
        { idempotencyKey: key, onProgress: setShare },
      );
    },
    onSuccess: async () => {
      toast.success('Imagen agregada.');
      await client.invalidateQueries({ queryKey: keyOf(findProject) });
      onClose();
    },
  });
  const { archivo } = form.values;
  return (
    <FormDrawer
      title="Agregar imagen, plano o video"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) => send.mutate(values)}
      loading={send.isPending}
      submitError={send.error}
      submitLabel="Agregar"
    >
      <NativeSelect
        label="Clase"
        required
        data={kinds.map((value) => ({ value, label: MEDIA_KINDS[value] }))}
        {...form.getInputProps('kind')}
      />
      <FileSlot
        label="Archivo"
        required
        hint="JPG, PNG o WebP; los videos, MP4 o WebM."
        types={MEDIA_FILE.types}
        maxSize={MEDIA_FILE.maxSize}
        value={
          !archivo
            ? { kind: 'none' }
            : send.isPending
              ? { kind: 'sending', name: archivo.name, share }
              : { kind: 'chosen', file: archivo }
        }
        onSelect={(file) => {
          form.setFieldValue('archivo', file);
          if (file.type.startsWith('video/')) form.setFieldValue('kind', 'video');
        }}
        onRemove={() => form.setFieldValue('archivo', null)}
        error={(form.errors['archivo'] as string | undefined) ?? null}
      />
      <Textarea
        label="Qué se ve"
        description="Lo oye quien no puede ver la imagen: «Sala con piso de baldosa y ventana al jardín»."
        required
        autosize
        minRows={2}
        maxLength={ALT_MAX}
        {...form.getInputProps('alt')}
      />
    </FormDrawer>
  );
}

/** Changes what is said of a picture. */
export function EditMediaDrawer({ media, onClose }: { media: Media; onClose: () => void }) {
  const save = useAction(changeMedia, {
    invalidates: [findProject],
    success: 'Texto guardado.',
    inline: true,
  });
  const form = useForm({ initialValues: { alt: media.alt }, validate: { alt: altFault } });
  return (
    <FormDrawer
      title="Cambiar el texto de la imagen"
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ alt }) => save.mutate({ params: { id: media.id }, body: { alt } }, { onSuccess: onClose })}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Guardar texto"
    >
      <Textarea
        label="Qué se ve"
        required
        autosize
        minRows={2}
        maxLength={ALT_MAX}
        {...form.getInputProps('alt')}
      />
    </FormDrawer>
  );
}
