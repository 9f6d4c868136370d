/** docs/containers.md: the class for Testcontainers takes options. No container is started, which needs Docker and the image. */

/** @type {import('../types.js').Check} */
export const testcontainers = {
  does: 'the container is described, not started',
  packages: ['testcontainers'],
  async run(project) {
    await project.copyProject('testcontainers');
    await project.worksAlone('testcontainers', 'alone.mjs');
    await project.run(['node', 'container.mjs']);
  },
};
