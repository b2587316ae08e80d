import type { Ref } from 'react';
import { useTranslation } from '../translation.tsx';
import type { FormNotice } from '../../shared/forms.ts';

type FormFailureProps = { notice: FormNotice; id?: string; ref?: Ref<HTMLParagraphElement> };

export function FormFailure({ notice, id, ref }: FormFailureProps) {
  const { message } = useTranslation();
  const { link } = notice;
  const text = notice.messages.map(message).join(' ');
  const at = link === null ? -1 : text.lastIndexOf(link);
  return (
    <p className="form-failure" id={id} ref={ref} role="alert">
      {link === null || at < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <a href={link}>{link}</a>
          {text.slice(at + link.length)}
        </>
      )}
    </p>
  );
}
