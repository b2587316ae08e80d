import { torchBearers, type TorchBearer } from './leaders.ts';
import { useCampus, usePage } from '../../page-context.tsx';
import { Picture, SitePicture } from '../../parts/Picture.tsx';
import { useList } from '../../queries.ts';
import { campusPath } from '../../../shared/campuses.ts';

export function TorchBearers() {
  const { campus } = usePage();
  const bearers = torchBearers(useList('principalMessage'), useCampus());
  return (
    <div className="bearers">
      <h3 className="bearers-title">Our torch bearers</h3>
      <ul className="bearers-list">
        {bearers.map((bearer) => (
          <li className="card" key={bearer.role}>
            <Portrait
              bearer={bearer}
              sizes="(min-width: 75em) 20rem, (min-width: 46em) 23vw, 46vw"
            />
            <div className="card-body">
              <p className="quiet">{bearer.label}</p>
              <h4 className="card-title">
                <a className="card-link" href={campusPath(campus, bearer.page)}>
                  {bearer.name}
                </a>
              </h4>
              <p className="quiet">{bearer.designation}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The record's photo, else the school's own portrait of the role. */
export function Portrait({ bearer, sizes }: { bearer: TorchBearer; sizes: string }) {
  const alt = `${bearer.label}: ${bearer.name}`;
  if (bearer.photo === null) return <SitePicture name={bearer.portrait} alt={alt} ratio="4:5" />;
  return <Picture file={bearer.photo} alt={alt} ratio="4:5" sizes={sizes} widest={640} />;
}
