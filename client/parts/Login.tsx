import { AppLinks } from './AppLinks.tsx';
import { Dialog } from './Dialog.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

/** Without a portal in content/site.json a note explains how parents log in. */
export function Login() {
  const { portalUrl, campusApp } = usePage().content.site;
  const { t } = useTranslation();
  if (portalUrl !== undefined) {
    return (
      <a href={portalUrl} className="button button-brand login">
        {t('LOGIN')}
      </a>
    );
  }
  return (
    <>
      <button type="button" className="button button-brand login" popoverTarget="login">
        {t('LOGIN')}
      </button>
      <Dialog id="login" title={campusApp.label}>
        <p>
          {`${campusApp.note}${t('. Parents and students log in there, with the school code and the details that the office gave them.')}`}
        </p>
        <AppLinks />
      </Dialog>
    </>
  );
}
