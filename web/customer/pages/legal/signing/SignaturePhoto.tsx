import { useState } from 'react';
import { FileInput } from '#web/customer/components/FileInput.tsx';
import styles from './SignaturePhoto.module.css';

/** A photo of a signature on paper, for people who cannot draw on the screen. Without JavaScript it is the only way. */
export function SignaturePhoto({
  photo,
  onPhoto,
}: {
  photo: File | null;
  onPhoto: (photo: File | null) => void;
}) {
  const [fault, setFault] = useState<string | undefined>();

  async function take(files: File[]) {
    setFault(undefined);
    onPhoto(null);
    const { PictureError, prepareFiles } = await import('#web/customer/lib/pictures.ts');
    try {
      const [ready] = await prepareFiles(files);
      if (ready) onPhoto(ready);
    } catch (failure) {
      if (!(failure instanceof PictureError)) throw failure;
      setFault(failure.message);
    }
  }

  return (
    <details className={styles.photo}>
      <summary>Prefiero subir una foto de mi firma</summary>
      <FileInput
        label="Foto de tu firma"
        name="signature"
        accept="image/jpeg,image/png,.heic,.heif"
        hint="En un papel blanco, con pluma oscura."
        error={fault}
        onFiles={(files) => void take(files)}
        mark={false}
      >
        {photo && <p>Foto lista: toca «Guardar mi firma».</p>}
      </FileInput>
    </details>
  );
}
