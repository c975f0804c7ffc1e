// The code of what plugin.json declares.
export default {
  tools: {
    bump_version({ from, part }) {
      const [major, minor, patch] = from.split(".").map(Number);
      if (part === "major") return `${major + 1}.0.0`;
      return part === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
    },
  },
};
