const NETWORK = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const SLOWDOWN = 4;

export const SLOW_PHONE = `processor slowed ${SLOWDOWN} times, ${NETWORK.latency} ms and ${(NETWORK.downloadThroughput * 8) / 1e3} kbit/s`;

/** @param session of Chromium's DevTools protocol with a page, whose network and processor become slow */
export async function slowDown(session) {
  await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
